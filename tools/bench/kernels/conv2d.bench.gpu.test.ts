// Opt-in: VITE_BENCH=1 npx vitest run --project gpu src/ops/conv2d
// Milliseconds and GFLOP/s of each part of a training step of the benchmarks' CNN: medians over warm repeats. It has
// images of 28 × 28 × 1, convolutions of 16 and 32 filters, max-pools and batch 64.
import { test } from 'vitest';
import { scratchTensor } from '../../../src/ops/lowering';
import { maxPool, maxPoolGradient } from '../../../src/ops/max-pool/max-pool';
import type { OpCall } from '../../../src/ops/op-call';
import { contextForTests } from '../../../src/ops/testing/run-on-gpu';
import { targetOf } from '../../../src/model/webgpu/gpu-plan';
import { createBuffers, timeLaunches } from '../../../src/ops/testing/time-on-gpu';
import { biasGradientCall } from '../../../src/ops/conv2d/bias-gradient';
import { convolution, convolutionInput, convolutionWeight } from '../../../src/ops/conv2d/convolution';
import { builderOf } from '../../../src/ops/testing/conv2d-windows';
import { windowsOf } from '../../../src/ops/conv2d/window';

const repeats = 9;
const batch = 64;

function partsOf(side: number, channels: number, filters: number): OpCall[] {
  const image = { height: side, width: side, channels };
  const conv = { ...windowsOf(image, 3, 1, 'same', builderOf(batch)), filters };
  const pool = windowsOf({ ...image, channels: filters }, 2, 2, 'valid', builderOf(batch));
  const tensors = { x: 'x', weight: 'weight', bias: 'bias', y: 'y', dy: 'dy', dx: 'dx', argmax: 'argmax' };
  const rows = batch * side * side;
  return [
    convolution(conv, tensors, 'relu'),
    maxPool(pool, { x: 'y', y: 'pooled', argmax: 'argmax' }),
    maxPoolGradient(pool, { argmax: 'argmax', dy: 'pooled', dx: 'dy' }),
    biasGradientCall({
      activation: 'relu',
      y: 'y',
      dy: 'dy',
      dz: 'dx',
      biasGradient: 'bias',
      rows,
      columns: filters,
    }),
    convolutionWeight(conv, { ...tensors, weightGradient: 'weight' }),
    ...(channels > 1 ? [convolutionInput(conv, tensors)] : []),
  ];
}

test.runIf(import.meta.env.VITE_BENCH)(
  'convolution step',
  async () => {
    const context = await contextForTests();
    const { device, adapterName } = context;
    const target = targetOf(context);
    const labels = [...'x weight bias y dy dx argmax pooled'.split(' '), scratchTensor];
    const length = batch * 28 * 28 * 16;
    const buffers = createBuffers(device, Object.fromEntries(labels.map((label) => [label, length])));
    let total = 0;
    for (const [side, channels, filters] of [
      [28, 1, 16],
      [14, 16, 32],
    ])
      for (const call of partsOf(side, channels, filters)) {
        const { calls } = call.lower(target);
        const { compileMs, firstMs, medianMs } = await timeLaunches(context, calls, buffers, repeats);
        total += medianMs;
        console.info(
          `${adapterName} ${side}×${side} ${channels}→${filters} ${call.op}: ${medianMs.toFixed(1)} ms, ` +
            `${(call.flops / medianMs / 1e6).toFixed(2)} GFLOP/s, ` +
            `compiled ${compileMs.toFixed(0)} + first ${firstMs.toFixed(0)} ms`,
        );
      }
    console.info(`${adapterName} convolutions and pools of a step: ${total.toFixed(1)} ms`);
    buffers.forEach((buffer) => buffer.destroy());
    device.destroy();
  },
  120_000,
);
