// Opt-in: VITE_BENCH=1 npx vitest run --project gpu src/model/webgpu/gpt.bench
// Times a GPT's gradient op by op (4 layers, C 128, H 4, T 128, V 65, batch 8). Each op's calls run together, with an
// explicit wait for the GPU; figures are medians over repeats. The last figure is all calls in the plan's order.
import { test } from 'vitest';
import { scratchTensor } from '../../../src/ops/lowering';
import type { OpCall } from '../../../src/ops/op-call';
import { contextForTests } from '../../../src/ops/testing/run-on-gpu';
import { createBuffers, timeLaunches, type LaunchTimes } from '../../../src/ops/testing/time-on-gpu';
import { targetOf } from '../../../src/model/webgpu/gpu-plan';
import { writeTargets, writeTokenOrder } from '../../../src/model/plan/host-tensors';
import { initialParameters } from '../../../src/model/plan/initial-parameters';
import { compile } from '../../../src/model/plan/plan';
import { gptPreset, gptSizes } from '../../../src/model/presets';
import { randomBatch } from '../../../src/model/plan/random-batch';

const repeats = 5;

test.runIf(import.meta.env.VITE_BENCH)(
  'a GPT step by op',
  async () => {
    const context = await contextForTests();
    const { device, adapterName } = context;
    const plan = compile(gptPreset({ ...gptSizes.small, vocabulary: 65, dropout: 0, tied: true }), 8);
    const target = targetOf(context);
    const all = [...plan.forward, ...plan.backward];
    const scratch = Math.max(...all.map((call) => call.lower(target).scratch));
    const buffers = createBuffers(device, {
      ...Object.fromEntries(plan.tensors.map(({ name, length }) => [name, length])),
      [scratchTensor]: scratch,
    });
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

    const measure = (calls: readonly OpCall[]): Promise<LaunchTimes> => {
      const launches = calls.flatMap((call) => call.lower(target).calls);
      return timeLaunches(context, launches, buffers, repeats);
    };
    // All calls in the plan's order first, so that every op sees real values.
    const whole = await measure(all);
    const lines: { readonly ms: number; readonly text: string }[] = [];
    for (const op of new Set(all.map((call) => call.op))) {
      const calls = all.filter((call) => call.op === op);
      const { medianMs: ms } = await measure(calls);
      const gflop = calls.reduce((sum, call) => sum + call.flops, 0) / 1e9;
      const rate = gflop > 0.01 ? `, ${((1000 * gflop) / ms).toFixed(1)} GFLOP/s` : '';
      lines.push({ ms, text: `${op} ×${calls.length}: ${ms.toFixed(1)} ms${rate}` });
    }
    lines.sort((x, y) => y.ms - x.ms);
    const gflop = all.reduce((sum, call) => sum + call.flops, 0) / 1e9;
    console.info(
      [
        `${adapterName}, GPT gradient: ${whole.medianMs.toFixed(0)} ms, ` +
          `${((1000 * gflop) / whole.medianMs).toFixed(1)} GFLOP/s, ` +
          `pipelines compiled in ${whole.compileMs.toFixed(0)} ms`,
        ...lines.map(({ text }) => text),
      ].join('\n'),
    );
    buffers.forEach((buffer) => buffer.destroy());
    device.destroy();
  },
  300_000,
);
