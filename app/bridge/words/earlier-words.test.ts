import { expect, test } from 'vitest';
import type { RunConfig } from '../../../src/replica/protocol';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { earlierWords } from './earlier-words';

const moons = { ...moonsRun([16]), localBatch: 32, microBatch: 32, learningRate: 0.01 };

test('an earlier run is named by the settings that the new one does not have', () => {
  expect(earlierWords(moons, { ...moons, learningRate: 0.1, localBatch: 64 })).toBe(
    'learning rate 0.0100, batch 32 each',
  );
  expect(earlierWords(moons, { ...moons })).toBe('the same settings');
  expect(earlierWords({ ...moons, steps: 3000 }, { ...moons, steps: 9 })).toBe('3,000 steps in all');
  const codec = { kind: 'int8' } as const;
  expect(earlierWords({ ...moons, buckets: { ...moons.buckets, codec } }, moons)).toBe('8 bits');
  expect(earlierWords(moons, { ...moons, data: { kind: 'digits', examples: 100 } })).toBe('Two moons');
});

test('no setting differs in silence', () => {
  const other: RunConfig = {
    ...moons,
    ...{
      validationExamples: 7,
      seed: 9,
      localBatch: 64,
      microBatch: 16,
      batchMode: 'fixed',
      globalBatch: 48,
    },
    ...{ shards: 'measured', sync: { kind: 'local', innerSteps: 8, outer: { kind: 'average' } } },
    ...{
      optimizer: { kind: 'lamb', beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0 },
      learningRate: 0.5,
      clipNorm: 7,
      precision: 'mixed',
      checkpoints: true,
    },
    ...{ steps: 9, evaluateEvery: 3, data: { kind: 'digits', examples: 100 } },
    schedule: { ...moons.schedule, kind: 'linear' },
    scaling: { ...moons.scaling, rule: 'sqrt' },
    model: { ...moons.model, inputShape: [3] },
    buckets: { ...moons.buckets, capBytes: 1 << 16 },
  };
  for (const key of Object.keys(moons) as (keyof RunConfig)[]) {
    if (key === 'globalBatch') continue; // counts where the batch is fixed
    expect(earlierWords({ ...moons, [key]: other[key] }, moons), key).not.toBe('the same settings');
  }
});
