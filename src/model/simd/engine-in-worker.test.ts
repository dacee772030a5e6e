import { describe } from 'vitest';
import { spawnComputeThread } from '../../cli/node/spawn-compute-thread';
import { engineContract } from '../testing/engine-contract';
import { createSimdEngineInWorker } from './engine-in-worker';

describe.each([1, 2])('%i threads', (threads) => {
  engineContract((spec, microBatch, { checkpoints }) =>
    createSimdEngineInWorker(spec, microBatch, {
      threads,
      path: 'simd',
      checkpoints,
      spawn: spawnComputeThread,
    }),
  );
});
