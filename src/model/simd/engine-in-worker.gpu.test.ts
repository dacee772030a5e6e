// In real Workers of a cross-origin isolated page (vitest.config.ts). engine-in-worker.test.ts has one thread without
// shared memory.
import { describe, expect, test } from 'vitest';
import { engineContract } from '../testing/engine-contract';
import { createSimdEngineInWorker } from './engine-in-worker';
import { spawnHere } from './spawn-worker';

test('the page of these tests is cross-origin isolated', () => {
  expect(crossOriginIsolated).toBe(true);
});

describe('2 threads', () => {
  engineContract((spec, microBatch, { checkpoints }) =>
    createSimdEngineInWorker(spec, microBatch, {
      ...{ threads: 2, path: 'simd', checkpoints },
      spawn: spawnHere!,
    }),
  );
});
