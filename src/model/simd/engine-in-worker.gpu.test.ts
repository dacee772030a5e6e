// The engine in real Workers of a cross-origin isolated page (vitest.config.ts). engine-in-worker.test.ts has all
// models, and one thread without shared memory.
import { describe, expect, test } from 'vitest';
import { contractModels } from '../testing/contract-models';
import { engineContract } from '../testing/engine-contract';
import { createSimdEngineInWorker } from './engine-in-worker';
import { spawnHere } from './spawn-worker';

test('the page of these tests is cross-origin isolated', () => {
  expect(crossOriginIsolated).toBe(true);
});

describe('2 threads', () => {
  engineContract(
    (spec, microBatch, { checkpoints }) =>
      createSimdEngineInWorker(spec, microBatch, {
        ...{ threads: 2, path: 'simd', checkpoints },
        spawn: spawnHere!,
      }),
    contractModels.filter(({ spec: { layers } }) => layers.some(({ kind }) => kind !== 'dense')),
  );
});
