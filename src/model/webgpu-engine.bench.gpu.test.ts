// Opt-in: VITE_BENCH=1 npx vitest run --project gpu src/model/webgpu-engine.bench
// Milliseconds of a whole gradient (upload, forward, backward, readback) and of creating the engine; medians.
import { expect, test } from 'vitest';
import { compile } from './plan';
import { mlpPreset } from './presets';
import { perSlot, randomBatch, single } from './test-batches';
import { createWebGpuEngine } from './webgpu-engine';

const repeats = 9;
const models = [
  { spec: mlpPreset([2], 2, [16, 16], 'tanh'), rows: 32 },
  { spec: mlpPreset([28, 28], 10, [128], 'relu'), rows: 32 },
  { spec: mlpPreset([28, 28], 10, [512, 512], 'relu'), rows: 128 },
];

test.runIf(import.meta.env.VITE_BENCH)(
  'gradient',
  async () => {
    for (const { spec, rows } of models) {
      const created = performance.now();
      const engine = await createWebGpuEngine(spec, rows);
      const createMs = performance.now() - created;
      engine.setParameters(engine.initialParameters(1));
      const batch = randomBatch(compile(spec, rows), 'bench', 1, rows);
      const into = new Float32Array(engine.parameterCount);
      const figures: string[] = [];
      for (const overlap of [false, true]) {
        const buckets = overlap ? perSlot(engine) : single(engine);
        const times: number[] = [];
        const firstBucket: number[] = [];
        for (let repeat = 0; repeat <= repeats; repeat++) {
          const start = performance.now();
          let firstMs = 0;
          const onBucket = (index: number): void => {
            if (index === 0) firstMs = performance.now() - start;
          };
          const sums = await engine.gradient([batch], buckets, into, onBucket, { overlap });
          expect(sums.count).toBe(rows);
          times.push(performance.now() - start);
          firstBucket.push(firstMs);
        }
        // The first warms up.
        const median = (values: number[]): string => {
          const sorted = values.slice(1).sort((x, y) => x - y);
          return sorted[repeats >> 1].toFixed(1);
        };
        figures.push(`overlap ${overlap}: ${median(times)} ms, first bucket after ${median(firstBucket)} ms`);
      }
      console.info(
        `${engine.device} ${spec.name} × ${rows}: created in ${createMs.toFixed(0)} ms; ${figures.join('; ')}`,
      );
      engine.destroy();
    }
  },
  120_000,
);
