// Opt-in: VITE_BENCH=1 npx vitest run --project gpu src/ops/attention/attention.bench
// Milliseconds and GFLOP/s of each kernel; medians over repeats, warmed up, the wait for the GPU explicit.
import { expect, test } from 'vitest';
import { acquireDevice } from '../../gpu/device';
import { encodePass, prepare } from '../../gpu/program';
import { scratchTensor } from '../lowering';
import { targetForTests } from '../testing/target';
import { attention, attentionGradient } from './attention';

const repeats = 7;
const shapes = [
  { batch: 8, context: 128, heads: 4, size: 32 },
  { batch: 4, context: 256, heads: 6, size: 64 },
];

test.runIf(import.meta.env.VITE_BENCH)(
  'attention',
  async () => {
    const acquired = await acquireDevice();
    expect(acquired.ok).toBe(true);
    if (!acquired.ok) return;
    const { device, kernels, adapterName, isSoftware, subgroups } = acquired.value;
    for (const shape of shapes) {
      const { batch, context, heads, size } = shape;
      const length = batch * context * heads * size;
      const rows = batch * heads * context;
      const buffers = new Map<string, GPUBuffer>();
      const lengths = { qkv: 3 * length, out: length, logSums: rows, dOut: length, dQkv: 3 * length };
      for (const [label, elements] of Object.entries({ ...lengths, [scratchTensor]: 2 * rows }))
        buffers.set(label, device.createBuffer({ label, size: 4 * elements, usage: GPUBufferUsage.STORAGE }));
      const names = { qkv: 'qkv', out: 'out', logSums: 'logSums', dOut: 'dOut', dQkv: 'dQkv', ...shape };
      for (const call of [attention(names), attentionGradient(names)]) {
        const { calls } = call.lower({ ...targetForTests(isSoftware), hasQuads: subgroups });
        for (const each of calls) {
          const start = performance.now();
          const dispatches = await prepare(device, kernels, [each], (name) => ({
            buffer: buffers.get(name)!,
          }));
          const compileMs = performance.now() - start;
          const times: number[] = [];
          for (let repeat = 0; repeat <= repeats; repeat++) {
            const begin = performance.now();
            const encoder = device.createCommandEncoder();
            encodePass(encoder, 'bench', dispatches);
            device.queue.submit([encoder.finish()]);
            await device.queue.onSubmittedWorkDone();
            times.push(performance.now() - begin);
          }
          const median = times.slice(1).sort((x, y) => x - y)[repeats >> 1];
          // Of the useful products: 2, 3 and 4 of them.
          const products = { attention_forward: 2, attention_dq: 3, attention_dkv: 4 };
          const count = products[each.kernel.entryPoint as keyof typeof products] ?? 0;
          const gflops = (count * batch * heads * context * (context + 1) * size) / median / 1e6;
          console.info(
            `${adapterName} ${each.kernel.label}: ${median.toFixed(2)} ms, ${gflops.toFixed(2)} GFLOP/s, compiled in ${compileMs.toFixed(0)} + ${(times[0] - median).toFixed(0)} ms`,
          );
        }
      }
      buffers.forEach((buffer) => buffer.destroy());
    }
    device.destroy();
  },
  300_000,
);
