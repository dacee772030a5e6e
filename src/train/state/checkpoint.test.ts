// S4: a checkpoint file holds the whole state, bit for bit: the digest computed from the file alone is the ring's.
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { compile } from '../../model/plan/plan';
import { encodeSafetensors } from '../../optim/state/safetensors';
import { createTrainState, equalTrainState } from '../../optim/state/train-state';
import { checkpointName, encodeCheckpoint } from './checkpoint';
import { versionedState } from './versioned-state';
import { newRun } from '../run/run-state';
import { readCheckpoint, readSafetensors } from '../testing/read-checkpoint';
import { testConfig } from '../testing/real-ring';

const optimizers = [
  testConfig.optimizer,
  { kind: 'sgd' },
  { kind: 'momentum', momentum: 0.9, nesterov: false },
] as const;

function holdingWith(optimizer: (typeof optimizers)[number]) {
  const config = { ...testConfig, optimizer };
  const tensors = createTrainState(optimizer, compile(config.model, config.microBatch).parameterCount);
  const random = prng('checkpoint', 3);
  for (const array of [tensors.parameters, ...tensors.vectors])
    for (let i = 0; i < array.length; i++) array[i] = random.float() - 0.5;
  tensors.parameters.set([-0, 1e-45, NaN, 3.4e38]);
  if (tensors.scalars.length > 0) tensors.scalars.set([0.9 ** 7, 0.999 ** 7]);
  tensors.step = 7;
  return versionedState(
    { ...newRun(config), version: 12, initialized: true, step: 8, examples: 128, why: 'é“' },
    tensors,
  );
}

test.each(optimizers)('round trip with $kind: state and tensors bit for bit, and the digest', (optimizer) => {
  const held = holdingWith(optimizer);
  const read = readCheckpoint(encodeCheckpoint(held, 'ab12cd34'));
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.digest).toBe(held.digest);
  expect(read.value.state).toEqual(held.state);
  expect(equalTrainState(read.value.tensors, held.tensors)).toBe(true);
});

test('the file names what it holds', () => {
  const held = holdingWith(testConfig.optimizer);
  const read = readSafetensors(encodeCheckpoint(held, 'ab12cd34'));
  if (!read.ok) throw new Error(read.error.message);
  const { metadata, tensors } = read.value;
  expect(metadata).toMatchObject({ lineage: 'ab12cd34', digest: held.digest, step: '8', examples: '128' });
  expect(tensors.size).toBe(3 * 4 + 1);
  for (const name of [...tensors.keys()]) expect(name).toMatch(/^(parameters|optimizer\.(m|v))\.|^optimizer\.products$/); // prettier-ignore
  expect(checkpointName('ab12cd34', 8)).toBe('lockstep-ab12cd34-step-8.safetensors');
});

test('a flipped bit anywhere in the data changes the digest; a cut or padded file is refused', () => {
  const held = holdingWith(testConfig.optimizer);
  const file = encodeCheckpoint(held, 'ab12cd34');
  const dataStart = 8 + Number(new DataView(file.buffer).getBigUint64(0, true));
  expect(dataStart % 8).toBe(0);
  const random = prng('flip', 1);
  for (let i = 0; i < 50; i++) {
    const other = file.slice();
    other[dataStart + random.below(file.length - dataStart)] ^= 1 << random.below(8);
    const read = readCheckpoint(other);
    expect(read.ok && read.value.digest).not.toBe(held.digest);
  }
  for (const cut of [0, 7, 20, dataStart, file.length - 1])
    expect(readSafetensors(file.subarray(0, cut)).ok).toBe(false);
  expect(readSafetensors(new Uint8Array([...file, 0])).ok).toBe(false);
  const long = file.slice();
  long[6] = 1;
  expect(readSafetensors(long)).toMatchObject({ ok: false, error: { code: 'malformed' } });
});

test('8-byte elements come first and stay aligned, whatever the shapes', () => {
  const file = encodeSafetensors(
    [
      { name: 'a', shape: [3], values: new Float32Array([1, 2, 3]) },
      { name: 'b', shape: [], values: new Float64Array([Math.PI]) },
    ],
    {},
  );
  const read = readSafetensors(file);
  if (!read.ok) throw new Error(read.error.message);
  expect(read.value.tensors.get('b')!.values).toEqual(new Float64Array([Math.PI]));
  expect(read.value.tensors.get('a')!.values).toEqual(new Float32Array([1, 2, 3]));
});
