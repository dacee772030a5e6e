// How a plan reaches the device: cut into several submits when it would take long, and measured op by op.
import { expect, test, vi } from 'vitest';
import { sharedContext } from '../../ops/testing/run-on-gpu';
import { compile } from '../plan/plan';
import { mlpPreset } from '../presets';
import { single } from '../testing/batches';
import { testGpt } from '../testing/models';
import { createWebGpuEngine } from './webgpu-engine';
import { randomBatch } from '../plan/random-batch';

test('a plan that takes long comes in several submits, with the same bits (E6)', async () => {
  const gpu = await sharedContext();
  const submit = vi.spyOn(gpu.device.queue, 'submit');
  const spec = mlpPreset([20], 10, [32, 16], 'relu');
  const batch = randomBatch(compile(spec, 8), 'submits', 1, 8);
  const gradients: Float32Array[] = [];
  const counts: number[] = [];
  for (const submitLimitMs of [undefined, 1e-6]) {
    const engine = await createWebGpuEngine(spec, 8, { context: gpu, submitLimitMs });
    engine.setParameters(engine.initialParameters(1));
    for (let step = 0; step < 2; step++) {
      const flat = new Float32Array(engine.parameterCount);
      submit.mockClear();
      await engine.gradient([batch], single(engine), flat, () => {}, { overlap: false });
      gradients.push(flat);
      counts.push(submit.mock.calls.length);
    }
    engine.destroy();
  }
  const { forward, backward } = compile(spec, 8);
  const calls = forward.length + backward.length;
  expect(counts).toEqual([1, 1, calls, calls]);
  for (const flat of gradients) expect(flat).toEqual(gradients[0]);
  submit.mockRestore();
});

test.each([true, false])('the profiler accounts for every call; timestamps %s', async (timestamps) => {
  const gpu = await sharedContext();
  const { spec, microBatch } = testGpt;
  const plan = compile(spec, microBatch);
  const engine = await createWebGpuEngine(spec, microBatch, { context: { ...gpu, timestamps } });
  engine.setParameters(engine.initialParameters(1));
  const batch = randomBatch(plan, 'profile', 1, microBatch);
  const rows = await engine.profile(batch);
  const calls = [...plan.forward, ...plan.backward];
  expect(rows.reduce((sum, row) => sum + row.calls, 0)).toBe(calls.length);
  expect(rows.reduce((sum, row) => sum + row.flops, 0)).toBe(
    calls.reduce((sum, { flops }) => sum + flops, 0),
  );
  expect(new Set(rows.map(({ op }) => op))).toEqual(new Set(calls.map(({ op }) => op)));
  const total = rows.reduce((sum, { ms }) => sum + ms, 0);
  expect(total).toBeGreaterThan(0);
  console.info(`${rows.length} ops, ${total.toFixed(2)} ms; ${rows[0].op} takes ${rows[0].ms.toFixed(2)} ms`);
  const flat = new Float32Array(engine.parameterCount);
  const sums = await engine.gradient([batch], single(engine), flat, () => {}, { overlap: false });
  expect(sums.count).toBe(microBatch * plan.terms); // the profile's leftovers are cleared
  expect(flat.every(Number.isFinite)).toBe(true);
  engine.destroy();
});
