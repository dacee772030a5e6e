// Opt-in: VITE_BENCH=1 npx vitest run --project gpu src/model/webgpu/webgpu-engine.bench
// Milliseconds of creating an engine with its pipelines, of its first gradient, and of a later gradient with upload and
// readback. Figures are medians. Also memory with and without checkpoints, and ms per op.
import { expect, test } from 'vitest';
import { compile } from '../../../src/model/plan/plan';
import { cnnPreset, cnnSizes, gptPreset, gptSizes, mlpPreset } from '../../../src/model/presets';
import type { ModelSpec } from '../../../src/model/spec';
import { perSlot, single } from '../../../src/model/testing/batches';
import { createWebGpuEngine } from '../../../src/model/webgpu/webgpu-engine';
import { randomBatch } from '../../../src/model/plan/random-batch';

interface Model {
  readonly spec: ModelSpec;
  readonly rows: number;
  readonly repeats: number;
}

const gpt = gptPreset({ ...gptSizes.small, vocabulary: 65, dropout: 0, tied: true });
const models: readonly Model[] = [
  { spec: mlpPreset([2], 2, [16, 16], 'tanh'), rows: 32, repeats: 9 },
  { spec: mlpPreset([28, 28], 10, [128], 'relu'), rows: 32, repeats: 9 },
  { spec: mlpPreset([28, 28], 10, [512, 512], 'relu'), rows: 128, repeats: 9 },
  { spec: cnnPreset([28, 28], 10, cnnSizes.medium), rows: 64, repeats: 5 },
  { spec: gpt, rows: 8, repeats: 3 },
];

for (const { spec, rows, repeats } of models)
  test.runIf(import.meta.env.VITE_BENCH)(
    spec.name,
    async () => {
      const hasBlocks = spec.layers.some(({ kind }) => kind === 'block');
      for (const checkpoints of hasBlocks ? [false, true] : [false]) {
        const createdAt = performance.now();
        const engine = await createWebGpuEngine(spec, rows, { checkpoints });
        const createMs = performance.now() - createdAt;
        engine.setParameters(engine.initialParameters(1));
        const batch = randomBatch(compile(spec, rows), 'bench', 1, rows);
        const into = new Float32Array(engine.parameterCount);
        const gradientMs = async (overlap: boolean): Promise<number> => {
          const buckets = overlap ? perSlot(engine) : single(engine);
          const start = performance.now();
          const sums = await engine.gradient([batch], buckets, into, () => {}, { overlap });
          expect(sums.count).toBe(rows * engine.terms);
          return performance.now() - start;
        };
        const firstMs = await gradientMs(false);
        const medians: string[] = [];
        for (const overlap of [false, true]) {
          await gradientMs(overlap); // creates its staging buffers
          const times: number[] = [];
          for (let repeat = 0; repeat < repeats; repeat++) times.push(await gradientMs(overlap));
          medians.push(times.sort((x, y) => x - y)[repeats >> 1].toFixed(1));
        }
        const flat = engine.initialParameters(1);
        const copyMs = async (copy: () => Promise<unknown> | void): Promise<string> => {
          await copy();
          const start = performance.now();
          for (let repeat = 0; repeat < repeats; repeat++) await copy();
          return ((performance.now() - start) / repeats).toFixed(2);
        };
        const up = await copyMs(() => engine.setParameters(flat));
        const down = await copyMs(() => engine.readParameters());
        const { parameters, planned, naive } = engine.memory;
        const [kept, sharedMb, ownMb] = [parameters, planned, naive].map((bytes) => (bytes / 1e6).toFixed(2));
        console.info(
          `${engine.device} ${spec.name} × ${rows}${checkpoints ? ', checkpoints' : ''}: created in ` +
            `${createMs.toFixed(0)} ms, first gradient ${firstMs.toFixed(0)} ms, later ${medians[0]} ms ` +
            `(overlapped ${medians[1]}); parameters ${kept} MB, activations ${sharedMb} MB (naive ${ownMb}); ` +
            `${flat.length} parameters up in ${up} ms, down in ${down} ms`,
        );
        const rowsOf = await engine.profile(batch);
        const total = rowsOf.reduce((sum, { ms }) => sum + ms, 0);
        for (const { op, calls, ms, flops } of rowsOf.slice(0, 12))
          console.info(`  ${op} × ${calls}: ${ms.toFixed(2)} ms, ${(flops / ms / 1e6).toFixed(2)} GFLOP/s`);
        console.info(`  ${rowsOf.length} ops: ${total.toFixed(1)} ms`);
        engine.destroy();
      }
    },
    120_000,
  );
