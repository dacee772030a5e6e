// E13: an update goes into shadow state block by block, each as soon as its part of the sum is final.
import { expect, test } from 'vitest';
import { permutation, prng } from '../../base/prng';
import type { OptimizerConfig } from '../../optim/rules/config';
import { blockCount, blockElements, blockRange } from '../../optim/state/blocks';
import { hashBlocks } from '../../optim/state/digest';
import { copyTrainState, createTrainState, type TrainState } from '../../optim/state/train-state';
import { oracleUpdate } from '../../optim/testing/update-oracle';
import { ShadowUpdate, type ShadowOptions } from './shadow-update';

const adamw = { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.1 } as const;
const early: readonly OptimizerConfig[] = [{ kind: 'sgd' }, { kind: 'momentum', momentum: 0.9, nesterov: true }, adamw]; // prettier-ignore
const late: readonly OptimizerConfig[] = [
  { kind: 'lars', momentum: 0.9, weightDecay: 0.01, trustCoefficient: 0.02, epsilon: 1e-9 },
  { ...adamw, kind: 'lamb' },
];
/** Three whole blocks and a short one. */
const length = 3 * blockElements + 100;
const blocks = blockCount(length);
const tensors = [{ start: 0, end: length, decays: true }];
/** A mark in the shadow before the update. */
const mark = -77;

interface Scene {
  readonly update: ShadowUpdate;
  readonly to: TrainState;
  /** The state of the plain f64 rule, from the same state and sum. */
  readonly oracle: TrainState;
  /** Whether the block holds the oracle's values, nothing new, or something else. */
  stateOf(block: number): 'updated' | 'untouched' | 'wrong';
}

function scene(optimizer: OptimizerConfig, change: Partial<ShadowOptions> = {}): Scene {
  const random = prng('shadow', optimizer.kind);
  const from = createTrainState(optimizer, length);
  const sum = Float32Array.from({ length }, () => random.normal());
  for (const vector of [from.parameters, ...from.vectors])
    for (let i = 0; i < length; i++) vector[i] = Math.abs(random.normal());
  const to = createTrainState(optimizer, length);
  for (const vector of [to.parameters, ...to.vectors]) vector.fill(mark);
  const oracle = createTrainState(optimizer, length);
  copyTrainState(from, oracle);
  const options = { optimizer, clipNorm: 0, learningRate: 0.1, exampleCount: 24, tensors, from, to, sum, ...change }; // prettier-ignore
  const { learningRate, exampleCount } = options;
  oracleUpdate(optimizer, oracle, options.sum, { learningRate, exampleCount, clipScale: 1, tensors });
  const inside = (state: TrainState, block: number): Float32Array[] => {
    const { start, end } = blockRange(block, length);
    return [state.parameters, ...state.vectors].map((vector) => vector.subarray(start, end));
  };
  return {
    ...{ update: new ShadowUpdate(options), to, oracle },
    stateOf(block) {
      const [now, then] = [inside(to, block), inside(oracle, block)];
      if (now.every((vector) => vector.every((value) => value === mark))) return 'untouched';
      return now.every((vector, i) => vector.every((value, at) => value === then[i][at]))
        ? 'updated'
        : 'wrong';
    },
  };
}

const all = Array.from({ length: blocks }, (_, block) => block);

test.each(early)(
  'E13: $kind: a block is updated when its last bucket is reduced, before finish',
  (optimizer) => {
    const { update, stateOf } = scene(optimizer);
    const now = (): string[] => all.map(stateOf);
    update.reduced(0, blockElements - 1);
    expect(now()).toEqual(['untouched', 'untouched', 'untouched', 'untouched']);
    update.reduced(blockElements - 1, blockElements + 5);
    expect(now()).toEqual(['updated', 'untouched', 'untouched', 'untouched']);
    update.reduced(2 * blockElements, length);
    expect(now()).toEqual(['updated', 'untouched', 'updated', 'updated']);
    update.reduced(blockElements + 5, 2 * blockElements);
    expect(now()).toEqual(['updated', 'updated', 'updated', 'updated']);
    expect(update.finish().isSkipped).toBe(false);
    expect(now()).toEqual(['updated', 'updated', 'updated', 'updated']);
  },
);

test.each([...early, ...late])(
  'E13: $kind: in any order of buckets, the state and hashes of one pass',
  (optimizer) => {
    for (let seed = 0; seed < 4; seed++) {
      const random = prng('buckets', seed);
      const cuts = [0, ...Array.from({ length: 9 }, () => random.below(length)), length].sort(
        (a, b) => a - b,
      );
      const { update, to, stateOf } = scene(optimizer);
      for (const at of permutation(cuts.length - 1, random)) update.reduced(cuts[at], cuts[at + 1]);
      const { hashes, isSkipped } = update.finish();
      expect(isSkipped).toBe(false);
      expect(all.map(stateOf), `seed ${seed}`).toEqual(all.map(() => 'updated'));
      expect(hashes).toEqual(hashBlocks(to));
    }
  },
);

test('E13: with clipping nothing is updated before the whole sum’s norm is known', () => {
  const { update, stateOf } = scene(adamw, { clipNorm: 1e6 });
  update.reduced(0, length);
  expect(all.map(stateOf)).toEqual(all.map(() => 'untouched'));
  update.finish();
  expect(all.map(stateOf)).toEqual(all.map(() => 'updated'));
});

test('E27: a block of which a fragment sums a part waits for that part alone', () => {
  const sum = new Float32Array(length).fill(0.5, blockElements, blockElements + 10);
  const { update, stateOf } = scene({ kind: 'sgd' }, { fragment: [{ start: blockElements, end: blockElements + 10 }], sum }); // prettier-ignore
  update.reduced(blockElements, blockElements + 9);
  expect(stateOf(1)).toBe('untouched');
  update.reduced(blockElements + 9, blockElements + 10);
  expect(all.map(stateOf)).toEqual(['untouched', 'updated', 'untouched', 'untouched']);
  update.finish();
  expect(all.map(stateOf)).toEqual(all.map(() => 'updated'));
});
