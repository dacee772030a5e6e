import { describe, expect, test } from 'vitest';
import { bytesOf } from '../../base/bytes';
import { prng } from '../../base/prng';
import { blockCount, blockElements } from './blocks';
import type { OptimizerConfig } from '../rules/config';
import { blockHash, hashBlocks } from './digest';
import { copyTrainState, createTrainState, type TrainState } from './train-state';
import { blockBytes, hashBlockBytes, readBlock, readHead, writeBlock, writeHead } from './state-bytes';
import { equalTrainState } from './testing/equal-train-state';
import { digestOf } from './testing/digest-of';

const adamw: OptimizerConfig = { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 };
const length = 3 * blockElements + 11;

function someState(seed: number): TrainState {
  const random = prng('digest.test', seed);
  const state = createTrainState(adamw, length);
  for (const floats of [state.parameters, ...state.vectors])
    for (let i = 0; i < length; i++) floats[i] = random.normal();
  state.scalars.set([random.float(), random.float()]);
  state.step = random.uint32();
  return state;
}

describe('E4 the digest', () => {
  test('changes with any single bit', () => {
    const state = someState(1);
    const digest = digestOf(state);
    const seen = new Set([digest]);
    const arrays = [state.parameters, ...state.vectors, state.scalars].map(bytesOf);
    const random = prng('bit flips');
    const flips = new Set<string>();
    for (let n = 0; n < 400; n++) {
      // A quarter of the flips hit edges of blocks and arrays.
      const which = random.below(arrays.length);
      const bytes = arrays[which];
      const at = n % 4 ? random.below(bytes.length) : random.below(2) * (bytes.length - 1);
      const bit = 1 << random.below(8);
      bytes[at] ^= bit;
      const flipped = digestOf(state);
      flips.add(`${which} ${at} ${bit}`);
      seen.add(flipped);
      expect(flipped, `flip ${n} at byte ${at}`).not.toBe(digest);
      bytes[at] ^= bit;
    }
    expect(seen.size).toBe(1 + flips.size); // no two collide
    expect(digestOf(state)).toBe(digest);
  });

  test('changes with the step, the length, and the order of blocks and vectors', () => {
    const base = someState(2);
    const [m, v] = base.vectors;
    const rotated = base.parameters.slice();
    rotated.copyWithin(0, blockElements, 2 * blockElements);
    rotated.set(base.parameters.subarray(0, blockElements), blockElements);
    const variants: TrainState[] = [
      base,
      { ...base, step: base.step + 1 },
      { ...base, step: base.step + 2 ** 32 },
      { ...base, vectors: [v, m] },
      { ...base, vectors: [m] },
      { ...base, parameters: rotated },
      createTrainState(adamw, 4),
      createTrainState(adamw, 5),
      createTrainState({ kind: 'sgd' }, 5),
    ];
    expect(new Set(variants.map(digestOf)).size).toBe(variants.length);
  });

  test('one block changes one leaf', () => {
    const state = someState(3);
    const before = hashBlocks(state);
    state.vectors[1][2 * blockElements] += 1;
    const after = hashBlocks(state);
    const differing = [0, 1, 2, 3].filter(
      (b) => before[2 * b] !== after[2 * b] || before[2 * b + 1] !== after[2 * b + 1],
    );
    expect(differing).toEqual([2]);
    const { lo, hi } = blockHash(state, 2);
    expect([lo, hi]).toEqual([after[4], after[5]]);
  });
});

describe('state as bytes', () => {
  test('blocks written one by one, from any offset, rebuild the state', () => {
    const state = someState(4);
    const rebuilt = createTrainState(adamw, length);
    for (let block = 0; block < blockCount(length); block++) {
      const bytes = readBlock(state, block);
      const framed = new Uint8Array(bytes.length + 3); // misaligned, as in a frame
      framed.set(bytes, 3);
      expect(hashBlockBytes(2, framed.subarray(3))).toEqual(blockHash(state, block));
      expect(writeBlock(rebuilt, block, framed.subarray(3)).ok).toBe(true);
    }
    rebuilt.scalars.set(state.scalars);
    rebuilt.step = state.step;
    expect(equalTrainState(state, rebuilt)).toBe(true);
  });

  test('a whole state is copied, block by block from Node buffers too', () => {
    const state = someState(5);
    const rebuilt = createTrainState(adamw, length);
    for (let block = 0; block < blockCount(length); block++)
      expect(writeBlock(rebuilt, block, Buffer.from(readBlock(state, block))).ok).toBe(true);
    expect(writeHead(rebuilt, Buffer.from(readHead(state))).ok).toBe(true);
    expect(equalTrainState(state, rebuilt)).toBe(true);
    const copy = createTrainState(adamw, length);
    copyTrainState(state, copy);
    expect(digestOf(copy)).toBe(digestOf(rebuilt));
  });

  test('refuses wrong lengths and impossible steps, and then changes nothing', () => {
    const state = someState(6);
    const before = digestOf(state);
    for (const extra of [-1, 1, 4]) {
      const bytes = new Uint8Array(blockBytes(state, 3) + extra);
      expect(writeBlock(state, 3, bytes)).toMatchObject({ ok: false, error: { code: 'wrong-length' } });
      const head = new Uint8Array(readHead(state).length + extra);
      expect(writeHead(state, head)).toMatchObject({ ok: false, error: { code: 'wrong-length' } });
    }
    expect(hashBlockBytes(2, new Uint8Array(13))).toBeUndefined();
    for (const step of [-1, 0.5, NaN, 2 ** 60]) {
      const head = new Uint8Array(new Float64Array([step, 1, 1]).buffer);
      expect(writeHead(state, head)).toMatchObject({ ok: false, error: { code: 'bad-step' } });
    }
    expect(digestOf(state)).toBe(before);
  });
});
