// In real Workers of a cross-origin isolated page (vitest.config.ts).
import { describe, expect, test } from 'vitest';
import { engineContract } from '../testing/engine-contract';
import { createSimdEngineInWorker } from './engine-in-worker';
import { spawnHere } from './spawn-worker';

test('the page of these tests is cross-origin isolated', () => {
  expect(crossOriginIsolated).toBe(true);
});

describe.each([1, 2])('%i threads', (threads) => {
  engineContract((spec, microBatch, { checkpoints }) =>
    createSimdEngineInWorker(spec, microBatch, {
      ...{ threads, path: 'simd', checkpoints },
      spawn: spawnHere!,
    }),
  );
});
