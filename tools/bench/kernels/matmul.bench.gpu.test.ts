// Opt-in: VITE_BENCH=1 npx vitest run --project gpu src/ops/matmul
// GFLOP/s of the kernels that the chooser picks for this adapter: medians over warm repeats.
import { test } from 'vitest';
import { scratchTensor } from '../../../src/ops/lowering';
import { contextForTests } from '../../../src/ops/testing/run-on-gpu';
import { targetOf } from '../../../src/model/webgpu/gpu-plan';
import { createBuffers, timeLaunches } from '../../../src/ops/testing/time-on-gpu';
import { chooseMatmul } from '../../../src/ops/matmul/choice';
import { matmulWith } from '../../../src/ops/matmul/kernels';
import type { MatmulLayout } from '../../../src/ops/matmul/matmul.ref';
import { matmulTuning } from '../../../src/ops/matmul/tune';

const repeats = 5;
const shapes: readonly (readonly [string, MatmulLayout, m: number, n: number, k: number])[] = [
  ['square', 'nn', 1024, 1024, 1024],
  ['square', 'nt', 1024, 1024, 1024],
  ['square', 'tn', 1024, 1024, 1024],
  ['mlp', 'nn', 128, 512, 784],
  ['mlp', 'nt', 128, 512, 512],
  ['mlp', 'tn', 784, 512, 128],
  ['gpt', 'nn', 1024, 384, 128],
  ['gpt', 'nn', 1024, 512, 128],
  ['gpt', 'nt', 1024, 128, 512],
  ['gpt', 'tn', 128, 512, 1024],
  ['gpt head', 'nn', 1024, 65, 128],
  ['gpt head', 'tn', 128, 65, 1024],
  ['conv', 'nn', 64 * 14 * 14, 32, 144],
  ['conv', 'tn', 144, 32, 64 * 14 * 14],
];

/** Each takes a software adapter seconds. */
const largeShapes: typeof shapes = [2048, 4096].map((size) => ['square', 'nn', size, size, size]);

test.runIf(import.meta.env.VITE_BENCH)(
  'matmul GFLOP/s',
  async () => {
    const context = await contextForTests();
    const { device, adapterName } = context;
    const adapter = targetOf(context);
    const target = { ...adapter, matmul: await matmulTuning(context, adapter) };
    for (const [kind, layout, m, n, k] of context.isSoftware ? shapes : [...shapes, ...largeShapes]) {
      const choice = chooseMatmul(layout, m, n, k, target);
      const shape = { layout, a: 'a', b: 'b', out: 'c', m, n, k, accumulate: false } as const;
      const { calls, scratch } = matmulWith(choice, shape, target);
      const lengths = { a: m * k, b: k * n, c: m * n, [scratchTensor]: Math.max(1, scratch) };
      const buffers = createBuffers(device, lengths);
      const { compileMs, firstMs, medianMs } = await timeLaunches(context, calls, buffers, repeats);
      console.info(
        `${adapterName} ${kind} ${layout} ${m}×${n}×${k}: ${((2 * m * n * k) / medianMs / 1e6).toFixed(2)} GFLOP/s, ` +
          `compiled in ${compileMs.toFixed(0)} ms, first ${firstMs.toFixed(0)} ms, ${JSON.stringify(choice)}`,
      );
      buffers.forEach((buffer) => buffer.destroy());
    }
    device.destroy();
  },
  300_000,
);
