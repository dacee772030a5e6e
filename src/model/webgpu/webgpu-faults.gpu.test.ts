// How a call fails when the device misbehaves: with the device's message, and it never hangs.
import { expect, test } from 'vitest';
import { contextForTests } from '../../ops/testing/run-on-gpu';
import { reportAdapter } from '../../gpu/adapter-report';
import { perSlot } from '../testing/batches';
import { compile } from '../plan/plan';
import { mlpPreset } from '../presets';
import { createWebGpuEngine } from './webgpu-engine';
import { randomBatch } from '../plan/random-batch';

const spec = mlpPreset([4], 3, [8], 'relu');
const rows = 4;
/** One device for the tests of a step, so that kernels are compiled once. The last of them loses it. */
const gpu = await contextForTests();
const batches = [1, 2, 3].map((seed) => randomBatch(compile(spec, rows), 'faults', seed, rows));

test.each([true, false])('an uncaptured error fails the step it happens in (overlap %s)', async (overlap) => {
  const engine = await createWebGpuEngine(spec, rows, { context: gpu });
  engine.setParameters(engine.initialParameters(1));
  const into = new Float32Array(engine.parameterCount);
  const step = engine.gradient(batches, perSlot(engine), into, () => {}, { overlap });
  gpu.device.createBindGroup({
    layout: gpu.kernels.layout(['read', 'write']),
    entries: [],
  });
  await expect(step).rejects.toMatchObject({ name: 'EngineError', code: 'gpu-error' });
  const next = engine.gradient(batches, perSlot(engine), into, () => {}, { overlap });
  await expect(next).resolves.toMatchObject({ count: 3 * rows });
  engine.destroy();
});

test('a lost device rejects this step and every later one with device-lost', async () => {
  const engine = await createWebGpuEngine(spec, rows, { context: gpu });
  const into = new Float32Array(engine.parameterCount);
  const step = engine.gradient(batches, perSlot(engine), into, () => {}, { overlap: false });
  gpu.device.destroy();
  await expect(step).rejects.toMatchObject({ name: 'EngineError', code: 'device-lost' });
  await expect(engine.evaluate(batches)).rejects.toMatchObject({ code: 'device-lost' });
  await expect(engine.lost).resolves.toMatchObject({ code: 'device-lost' });
});

test('an invalid submit fails its step instead of reading silent zeros', async () => {
  const own = await contextForTests(); // its later errors are no other test's
  const engine = await createWebGpuEngine(spec, rows, { context: own });
  const into = new Float32Array(engine.parameterCount);
  const step = engine.gradient(batches, perSlot(engine), into, () => {}, { overlap: true });
  engine.destroy(); // destroys its buffers: later submits of the step are invalid
  await expect(step).rejects.toMatchObject({ name: 'EngineError' });
  own.device.destroy();
});

test('a model beyond the limits is refused before anything is allocated', async () => {
  const vast = mlpPreset([60_000], 10, [60_000], 'relu');
  await expect(createWebGpuEngine(vast, 8)).rejects.toMatchObject({ code: 'model-does-not-fit' });
});

test('the engine trains inside a dedicated Worker', async () => {
  const worker = new Worker(new URL('../testing/webgpu-engine-in-worker.ts', import.meta.url), {
    type: 'module',
  });
  const answer = await new Promise<unknown>((resolve, reject) => {
    worker.onmessage = (event) => resolve(event.data);
    worker.onerror = (event) => reject(new Error(event.message));
  });
  worker.terminate();
  expect(answer).toMatchObject({ backend: 'webgpu', count: rows });
});

test('a software adapter counts as none where only hardware is wanted', async () => {
  const { webgpu } = await reportAdapter();
  const made = createWebGpuEngine(spec, rows, { onlyHardware: true });
  if (webgpu === 'software') return expect(made).rejects.toMatchObject({ code: 'no-adapter' });
  (await made).destroy();
});

test('the adapter report names the adapter', async () => {
  const report = await reportAdapter();
  console.info(JSON.stringify(report));
  expect(['ready', 'software']).toContain(report.webgpu);
  expect(report.adapter).not.toBe('');
});
