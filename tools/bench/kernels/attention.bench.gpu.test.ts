// Opt-in: VITE_BENCH=1 npx vitest run --project gpu src/ops/attention/attention.bench
// Milliseconds and GFLOP/s of each kernel: medians over warm repeats.
import { test } from 'vitest';
import { scratchTensor } from '../../../src/ops/lowering';
import { contextForTests } from '../../../src/ops/testing/run-on-gpu';
import { targetOf } from '../../../src/model/webgpu/gpu-plan';
import { createBuffers, timeLaunches } from '../../../src/ops/testing/time-on-gpu';
import { attention, attentionGradient } from '../../../src/ops/attention/attention';

const repeats = 7;
const shapes = [
  { batch: 8, context: 128, heads: 4, size: 32 },
  { batch: 4, context: 256, heads: 6, size: 64 },
];

test.runIf(import.meta.env.VITE_BENCH)(
  'attention',
  async () => {
    const gpu = await contextForTests();
    const { device, adapterName } = gpu;
    for (const shape of shapes) {
      const { batch, context, heads, size } = shape;
      const length = batch * context * heads * size;
      const rows = batch * heads * context;
      const lengths = { qkv: 3 * length, out: length, logSums: rows, dOut: length, dQkv: 3 * length };
      const buffers = createBuffers(device, { ...lengths, [scratchTensor]: 2 * rows });
      const names = { qkv: 'qkv', out: 'out', logSums: 'logSums', dOut: 'dOut', dQkv: 'dQkv', ...shape };
      for (const call of [attention(names), attentionGradient(names)]) {
        const { calls } = call.lower(targetOf(gpu));
        for (const each of calls) {
          const { compileMs, firstMs, medianMs } = await timeLaunches(gpu, [each], buffers, repeats);
          // Only useful products count: 2, 3 and 4 per pair of positions.
          const products = { attention_forward: 2, attention_dq: 3, attention_dkv: 4 };
          const count = products[each.kernel.entryPoint as keyof typeof products] ?? 0;
          const gflops = (count * batch * heads * context * (context + 1) * size) / medianMs / 1e6;
          console.info(
            `${adapterName} ${each.kernel.label}: ${medianMs.toFixed(2)} ms, ${gflops.toFixed(2)} GFLOP/s, ` +
              `compiled in ${compileMs.toFixed(0)} + ${(firstMs - medianMs).toFixed(0)} ms`,
          );
        }
      }
      buffers.forEach((buffer) => buffer.destroy());
    }
    device.destroy();
  },
  300_000,
);
