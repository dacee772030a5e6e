// Memory stays flat: no GPU buffer is created after the first step, and the JS heap does not grow. The suite runs tens of
// steps; VITE_SOAK=1 npx vitest run --project gpu src/model/webgpu/webgpu-flat-memory runs 10,000.
import { expect, test } from 'vitest';
import { sharedContext } from '../../ops/testing/run-on-gpu';
import { compile } from '../plan/plan';
import { mlpPreset } from '../presets';
import { perSlot } from '../testing/batches';
import { testGpt, type TestModel } from '../testing/models';
import { createWebGpuEngine } from './webgpu-engine';
import { randomBatch } from '../plan/random-batch';

const isSoak = Boolean(import.meta.env.VITE_SOAK);
/** Chromium reports its heap size in coarse steps, and collects garbage at any time. */
const heapGrowthLimitBytes = 8e6;

const models: readonly (TestModel & { readonly steps: number })[] = [
  { spec: mlpPreset([2], 2, [16, 16], 'tanh'), microBatch: 8, steps: isSoak ? 10_000 : 90 },
  { ...testGpt, steps: isSoak ? 10_000 : 10 },
];

test.each(models)(
  '$spec.name: $steps steps with flat memory',
  async ({ spec, microBatch, steps }) => {
    const context = await sharedContext();
    const { device } = context;
    let created = 0;
    let live = 0;
    const createBuffer = device.createBuffer.bind(device);
    device.createBuffer = (descriptor) => {
      created++;
      // Kernels and the uniform buffers of their sizes belong to the device and live as long as it.
      if (descriptor.label?.startsWith('sizes ')) return createBuffer(descriptor);
      live++;
      const buffer = createBuffer(descriptor);
      const destroy = buffer.destroy.bind(buffer);
      buffer.destroy = () => {
        live--;
        destroy();
      };
      return buffer;
    };
    const engine = await createWebGpuEngine(spec, microBatch, { context });
    const batches = [1, 2].map((seed) => randomBatch(compile(spec, microBatch), 'flat', seed, microBatch));
    const parameters = engine.initialParameters(1);
    const flat = new Float32Array(engine.parameterCount);
    const buckets = perSlot(engine);
    const step = async (at: number): Promise<void> => {
      engine.setParameters(parameters);
      await engine.gradient(at % 3 === 0 ? batches : [batches[1]], buckets, flat, () => {}, {
        overlap: at % 2 === 0,
      });
    };
    for (let at = 0; at < 6; at++) await step(at);
    const afterFirst = created;
    const heap = [heapBytes()];
    const startMs = performance.now();
    for (let at = 1; at <= steps; at++) {
      await step(at);
      if (at % (steps / 10) === 0) heap.push(heapBytes());
    }
    const ms = (performance.now() - startMs) / steps;
    expect(created).toBe(afterFirst);
    const growth = Math.min(...heap.slice(-3)) - Math.min(...heap.slice(0, 3));
    const megabytes = heap.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ');
    console.info(`${spec.name}: ${ms.toFixed(2)} ms a step, ${afterFirst} buffers, heap ${megabytes} MB`);
    expect(growth).toBeLessThan(heapGrowthLimitBytes);
    engine.destroy();
    expect(live).toBe(0);
    device.createBuffer = createBuffer;
  },
  isSoak ? 1_800_000 : 60_000,
);

/** Only Chromium has it, and the suite runs there. */
function heapBytes(): number {
  return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize;
}
