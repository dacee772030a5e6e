// Opt-in: VITE_BENCH=1 npx vitest run --project gpu src/model/webgpu/gpt.bench
// Times a GPT's gradient op by op (4 layers, C 128, H 4, T 128, V 65, batch 8). Each op's calls run together, with an
// explicit wait for the GPU; figures are medians over repeats. The last figure is all calls in the plan's order.
import { expect, test } from 'vitest';
import { acquireDevice } from '../../gpu/device';
import { encodePass, prepare } from '../../gpu/program';
import { scratchTensor } from '../../ops/lowering';
import type { OpCall } from '../../ops/op-call';
import { targetOf } from './gpu-plan';
import { writeTargets, writeTokenOrder } from '../plan/host-tensors';
import { initialParameters } from '../plan/initial-parameters';
import { compile } from '../plan/plan';
import { gptPreset, gptSizes } from '../presets';
import { randomBatch } from '../plan/random-batch';

const repeats = 5;

test.runIf(import.meta.env.VITE_BENCH)(
  'a GPT step by op',
  async () => {
    const acquired = await acquireDevice();
    expect(acquired.ok).toBe(true);
    if (!acquired.ok) return;
    const context = acquired.value;
    const { device, kernels, adapterName } = context;
    const plan = compile(gptPreset({ ...gptSizes.small, vocabulary: 65, dropout: 0, tied: true }), 8);
    const target = targetOf(context);
    const all = [...plan.forward, ...plan.backward];
    const scratch = Math.max(...all.map((call) => call.lower(target).scratch));
    const buffers = new Map<string, GPUBuffer>();
    const lengths = [...plan.tensors, { name: scratchTensor, length: scratch }];
    for (const { name, length } of lengths)
      buffers.set(
        name,
        device.createBuffer({
          label: name,
          size: 4 * length,
          usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST,
        }),
      );
    const write = (name: string, data: Float32Array | Uint32Array): void =>
      device.queue.writeBuffer(buffers.get(name)!, 0, data as Float32Array<ArrayBuffer>);
    const batch = randomBatch(plan, 'gpt bench', 1, 8);
    const targets = new Uint32Array(8 * (1 + 2 * plan.terms));
    writeTargets(plan, batch, targets, { drops: true });
    const order = new Uint32Array(65 + 1 + 8 * plan.inputs);
    writeTokenOrder(batch.inputs, 65, order);
    write('inputs', batch.inputs);
    write('targets', targets);
    write('token-order', order);
    const flat = initialParameters(plan, 1);
    for (const { name, offset, length } of plan.slots) write(name, flat.slice(offset, offset + length));

    const measure = async (calls: readonly OpCall[]): Promise<{ ms: number; compileMs: number }> => {
      const start = performance.now();
      const launches = calls.flatMap((call) => call.lower(target).calls);
      const dispatches = await prepare(device, kernels, launches, (name) => ({ buffer: buffers.get(name)! }));
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
      return { ms: times.slice(1).sort((x, y) => x - y)[repeats >> 1], compileMs };
    };
    // All calls in the plan's order first, so that every op sees real values.
    const whole = await measure(all);
    const lines: { readonly ms: number; readonly text: string }[] = [];
    for (const op of new Set(all.map((call) => call.op))) {
      const calls = all.filter((call) => call.op === op);
      const { ms } = await measure(calls);
      const gflop = calls.reduce((sum, call) => sum + call.flops, 0) / 1e9;
      const rate = gflop > 0.01 ? `, ${((1000 * gflop) / ms).toFixed(1)} GFLOP/s` : '';
      lines.push({ ms, text: `${op} ×${calls.length}: ${ms.toFixed(1)} ms${rate}` });
    }
    lines.sort((x, y) => y.ms - x.ms);
    const gflop = all.reduce((sum, call) => sum + call.flops, 0) / 1e9;
    console.info(
      [
        `${adapterName}, GPT gradient: ${whole.ms.toFixed(0)} ms, ${((1000 * gflop) / whole.ms).toFixed(1)} GFLOP/s, pipelines compiled in ${whole.compileMs.toFixed(0)} ms`,
        ...lines.map(({ text }) => text),
      ].join('\n'),
    );
    buffers.forEach((buffer) => buffer.destroy());
    device.destroy();
  },
  300_000,
);
