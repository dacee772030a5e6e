// Opt-in: VITE_BENCH=1 npx vitest run --project gpu src/ops/conv2d
// Milliseconds and GFLOP/s of each part of the training step of the CNN of the benchmarks (28 × 28 × 1, convolutions of
// 16 and 32, max-pools, batch 64): medians over warm repeats, the wait for the GPU explicit.
import { test } from 'vitest';
import { scratchTensor } from '../lowering';
import { maxPool, maxPoolGradient } from '../max-pool/max-pool';
import type { OpCall, Tensor } from '../op-call';
import { encodePass, prepare } from '../../gpu/program';
import { contextForTests } from '../testing/run-on-gpu';
import { targetForTests } from '../testing/target';
import { biasGradientCall } from './bias-gradient';
import { convolution, convolutionInput, convolutionWeight } from './convolution';
import { builderOf } from '../testing/conv2d-windows';
import { windowsOf } from './window';

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
    const { device, kernels, adapterName, isSoftware, subgroups } = await contextForTests();
    const target = { ...targetForTests(isSoftware), hasQuads: subgroups };
    const buffers = new Map<Tensor, GPUBuffer>();
    const bytes = 4 * batch * 28 * 28 * 16;
    for (const label of 'x weight bias y dy dx argmax pooled'.split(' ').concat(scratchTensor))
      buffers.set(label, device.createBuffer({ label, size: bytes, usage: GPUBufferUsage.STORAGE }));
    let total = 0;
    for (const [side, channels, filters] of [
      [28, 1, 16],
      [14, 16, 32],
    ])
      for (const call of partsOf(side, channels, filters)) {
        const lowered = call.lower(target);
        const start = performance.now();
        const dispatches = await prepare(device, kernels, lowered.calls, (name) => ({
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
        const [first, ...warm] = times;
        const median = warm.sort((a, b) => a - b)[repeats >> 1];
        total += median;
        console.info(
          `${adapterName} ${side}×${side} ${channels}→${filters} ${call.op}: ${median.toFixed(1)} ms, ` +
            `${(call.flops / median / 1e6).toFixed(2)} GFLOP/s, compiled ${compileMs.toFixed(0)} + first ${first.toFixed(0)} ms`,
        );
      }
    console.info(`${adapterName} convolutions and pools of a step: ${total.toFixed(1)} ms`);
    buffers.forEach((buffer) => buffer.destroy());
    device.destroy();
  },
  120_000,
);
