// Dropout in training: each element is 0 with probability `rate`, otherwise scaled by 1/(1 − rate).
import * as v from 'valibot';
import { say } from '../../base/sayings';
import file from '../../../shaders/dropout.wgsl?raw';
import { sizeOf, type LayerType } from '../layer';
import { grid, launches, type Lowered, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { simdKernel } from '../simd-lowering';
import { dropoutReference, streamOf, thresholdOf } from './dropout.ref';

const threads = 64;

const schema = v.strictObject({
  kind: v.literal('dropout'),
  rate: v.pipe(v.number(), v.gtValue(0), v.ltValue(1)),
});

export type DropoutLayer = v.InferOutput<typeof schema>;

export const dropoutLayer: LayerType<DropoutLayer> = {
  schema,
  build({ rate }, x, builder) {
    if (!(rate > 0 && rate < 1)) builder.refuse(say('layer-dropout-rate', { rate }));
    const length = sizeOf(x.shape);
    const stream = streamOf(builder.path);
    const y = builder.activation('out', builder.batch * length);
    const shared = { keys: builder.targets, batch: builder.batch, length, rate, stream };
    builder.emit(dropout({ x: x.tensor, y, ...shared }));
    return {
      y: { tensor: y, shape: x.shape, holds: 'reals' },
      backward(dy, dx) {
        if (dx) builder.emit(dropout({ x: dy, y: dx, ...shared }));
      },
    };
  },
};

interface Dropout {
  readonly x: Tensor; // (B, length)
  readonly y: Tensor;
  readonly keys: Tensor; // u32: (B), then words that are not read
  readonly batch: number;
  readonly length: number;
  readonly rate: number;
  readonly stream: number;
}

/** y = x masked and scaled. The same call computes dx from dy. */
export function dropout(shape: Dropout): OpCall {
  const { x, y, keys, batch } = shape;
  return opCall({
    op: 'dropout',
    reads: [x, keys],
    writes: [y],
    lower: (target) => lower(shape, target),
    lowerToSimd: () => {
      const { length, rate, stream } = shape;
      const args = [x, keys, y, batch, length, stream, thresholdOf(rate), 1 / (1 - rate)];
      return simdKernel('dropout', args);
    },
    reference: ({ reals, integers }) =>
      dropoutReference(reals(x), integers(keys).subarray(0, batch), reals(y), shape),
  });
}

function lower({ x, y, keys, batch, length, rate, stream }: Dropout, target: Target): Lowered {
  return launches({
    kernel: {
      label: 'dropout',
      files: [file],
      entryPoint: 'dropout',
      consts: { THREADS: threads },
      aliases: { Real: target.real },
      access: ['read', 'read', 'write', 'sizes'],
    },
    operands: [x, keys, y],
    sizes: [batch, length, stream, thresholdOf(rate), bitsOf(1 / (1 - rate))],
    workgroups: grid(Math.ceil((batch * Math.ceil(length / 4)) / threads), target),
  });
}

function bitsOf(value: number): number {
  return new Uint32Array(Float32Array.of(value).buffer)[0];
}
