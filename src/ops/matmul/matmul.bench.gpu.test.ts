// Opt-in: VITE_BENCH=1 npx vitest run --project gpu src/ops/matmul
// GFLOP/s of what the chooser picks for this adapter: medians over warm repeats, the wait for the GPU explicit.
import { test } from 'vitest';
import { encodePass, prepare } from '../../gpu/program';
import { scratchTensor } from '../lowering';
import { contextForTests } from '../testing/run-on-gpu';
import { targetForTests } from '../testing/target';
import { chooseMatmul } from './choice';
import { matmulWith } from './kernels';
import type { MatmulLayout } from './matmul.ref';

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

test.runIf(import.meta.env.VITE_BENCH)(
  'matmul GFLOP/s',
  async () => {
    const context = await contextForTests();
    const { device, kernels, adapterName } = context;
    const target = { ...targetForTests(context.isSoftware), hasQuads: context.subgroups };
    for (const [kind, layout, m, n, k] of shapes) {
      const choice = chooseMatmul(layout, m, n, k, target);
      const shape = { layout, a: 'a', b: 'b', out: 'c', m, n, k, accumulate: false } as const;
      const { calls, scratch } = matmulWith(choice, shape, target);
      const buffers = new Map<string, GPUBuffer>();
      const lengths = { a: m * k, b: k * n, c: m * n, [scratchTensor]: Math.max(1, scratch) };
      for (const [label, length] of Object.entries(lengths))
        buffers.set(label, device.createBuffer({ label, size: 4 * length, usage: GPUBufferUsage.STORAGE }));
      const compileStart = performance.now();
      const dispatches = await prepare(device, kernels, calls, (name) => ({ buffer: buffers.get(name)! }));
      const compileMs = performance.now() - compileStart;
      const times: number[] = [];
      for (let repeat = 0; repeat <= repeats; repeat++) {
        const start = performance.now();
        const encoder = device.createCommandEncoder();
        encodePass(encoder, 'bench', dispatches);
        device.queue.submit([encoder.finish()]);
        await device.queue.onSubmittedWorkDone();
        times.push(performance.now() - start);
      }
      const [first, ...warm] = times;
      const median = warm.sort((x, y) => x - y)[repeats >> 1];
      console.info(
        `${adapterName} ${kind} ${layout} ${m}×${n}×${k}: ${((2 * m * n * k) / median / 1e6).toFixed(2)} GFLOP/s, ` +
          `compiled in ${compileMs.toFixed(0)} ms, first ${first.toFixed(0)} ms, ${JSON.stringify(choice)}`,
      );
      buffers.forEach((buffer) => buffer.destroy());
    }
    device.destroy();
  },
  300_000,
);
