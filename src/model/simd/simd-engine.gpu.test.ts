// The relaxed kernels keep the engine's contract. Only a browser has them (simd-engine.test.ts has the others, in Node).
import { expect, test } from 'vitest';
import { perSlot } from '../testing/batches';
import { engineContract } from '../testing/engine-contract';
import type { Engine } from '../engine';
import { compile } from '../plan/plan';
import { randomBatch } from '../plan/random-batch';
import { mlpPreset } from '../presets';
import { createSimdEngineInWorker } from './engine-in-worker';
import { createSimdEngine } from './simd-engine';
import { spawnHere } from './spawn-worker';

engineContract((spec, microBatch, options) =>
  Promise.resolve(createSimdEngine(spec, microBatch, { ...options, path: 'relaxed' })),
);

test('E6: relaxed kernels give the same bits in this thread and in Workers, and others than those of plain SIMD', async () => {
  const spec = mlpPreset([28, 28], 10, [100, 33], 'relu');
  const microBatch = 33;
  const batch = randomBatch(compile(spec, microBatch), 'relaxed', 1, microBatch);
  const bitsOf = async (engine: Engine): Promise<string> => {
    const into = new Float32Array(engine.parameterCount);
    engine.setParameters(engine.initialParameters(1));
    await engine.gradient([batch], perSlot(engine), into, () => {}, { overlap: true });
    engine.destroy();
    return new Uint32Array(into.buffer).join();
  };
  const inWorkers = { threads: 2, path: 'relaxed', checkpoints: false, spawn: spawnHere! } as const;
  const relaxed = await bitsOf(createSimdEngine(spec, microBatch, { path: 'relaxed' }));
  expect((await bitsOf(await createSimdEngineInWorker(spec, microBatch, inWorkers))) === relaxed).toBe(true);
  expect((await bitsOf(createSimdEngine(spec, microBatch))) === relaxed).toBe(false);
});
