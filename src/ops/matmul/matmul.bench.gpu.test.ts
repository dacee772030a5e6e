// Opt-in: VITE_BENCH=1 npx vitest run --project gpu src/ops/matmul
// GFLOP/s of each variant: medians over repeats, warmed up, the wait for the GPU explicit.
import { expect, test } from 'vitest';
import { acquireDevice } from '../../gpu/device';
import { encodePass, prepare } from '../../gpu/program';
import { matmulWith } from './matmul';
import { targetForTests } from '../test-target';
import type { MatmulChoice } from './choice';
import type { MatmulLayout } from './matmul.ref';

const repeats = 5;
const variants: readonly MatmulChoice[] = [
  { kind: 'direct', workgroupX: 2, workgroupY: 8 },
  { kind: 'direct', workgroupX: 8, workgroupY: 2 },
];

test.runIf(import.meta.env.VITE_BENCH)(
  'matmul GFLOP/s',
  async () => {
    const acquired = await acquireDevice();
    expect(acquired.ok).toBe(true);
    if (!acquired.ok) return;
    const { device, kernels, adapterName } = acquired.value;
    const storage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
    for (const size of [256, 512, 1024]) {
      const buffers = new Map<string, GPUBuffer>();
      for (const label of ['a', 'b', 'c'])
        buffers.set(label, device.createBuffer({ label, size: 4 * size * size, usage: storage }));
      for (const layout of ['nn', 'nt', 'tn'] satisfies MatmulLayout[]) {
        const figures: string[] = [];
        for (const variant of variants) {
          const { calls } = matmulWith(
            variant,
            {
              layout,
              a: 'a',
              b: 'b',
              out: 'c',
              m: size,
              n: size,
              k: size,
              accumulate: false,
            },
            targetForTests(true),
          );
          const compileStart = performance.now();
          const dispatches = await prepare(device, kernels, calls, (name) => ({
            buffer: buffers.get(name)!,
          }));
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
          const name = JSON.stringify(variant);
          figures.push(
            `${name} ${((2 * size ** 3) / median / 1e6).toFixed(2)} (compile ${compileMs.toFixed(0)}+${first.toFixed(0)} ms)`,
          );
        }
        console.info(`${adapterName} ${layout} ${size}³ GFLOP/s: ${figures.join('; ')}`);
      }
      buffers.forEach((buffer) => buffer.destroy());
    }
    device.destroy();
  },
  300_000,
);
