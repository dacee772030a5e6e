// The max-pooling layer, over windows inside the image. Its argmax is kept for the backward pass; x and y are not.
import * as v from 'valibot';
import file from '../../../shaders/max_pool.wgsl?raw';
import { imageOf, sizeSchema, strideSchema, windowsOf, type Windows } from '../conv2d/window';
import type { LayerType } from '../layer';
import type { OpCall, Tensor } from '../op-call';
import { maxPoolBackward, maxPoolForward } from './max-pool.ref';
import { poolKernel } from './pool-kernel';
import { poolOnSimd } from './simd-pool';

const schema = v.strictObject({
  kind: v.literal('max-pool'),
  size: sizeSchema,
  /** The stride; the window's height when absent. */
  stride: v.optional(strideSchema),
});

export type MaxPoolLayer = v.InferOutput<typeof schema>;

export function maxPool(
  windows: Windows,
  { x, y, argmax }: { readonly x: Tensor; readonly y: Tensor; readonly argmax: Tensor },
): OpCall {
  return {
    op: 'max-pool',
    reads: [x],
    writes: [y, argmax],
    updates: [],
    flops: 0,
    lower: (target) => ({
      calls: [
        poolKernel(
          { file, entryPoint: 'max_pool_forward' },
          windows,
          [x, y, argmax],
          ['read', 'write', 'write'],
          target,
        ),
      ],
      scratch: 0,
    }),
    lowerToSimd: () => poolOnSimd('maxPool', windows, [x, y, argmax]),
    reference: ({ reals, integers }) => maxPoolForward(windows, reals(x), reals(y), integers(argmax)),
  };
}

const overlaps = ({ kernelHeight, kernelWidth, stride }: Windows): boolean =>
  Math.max(kernelHeight, kernelWidth) > stride;

export function maxPoolGradient(
  windows: Windows,
  { argmax, dy, dx }: { readonly argmax: Tensor; readonly dy: Tensor; readonly dx: Tensor },
): OpCall {
  return {
    op: 'max-pool-backward',
    reads: [argmax, dy],
    writes: [dx],
    updates: [],
    flops: 0,
    lower: (target) => ({
      calls: [
        poolKernel(
          { file, entryPoint: overlaps(windows) ? 'max_pool_backward' : 'max_pool_backward_cells' },
          windows,
          [argmax, dx, dy],
          ['read', 'write', 'read'],
          target,
        ),
      ],
      scratch: 0,
    }),
    lowerToSimd: () => poolOnSimd('maxPoolBackward', windows, [argmax, dy, dx]),
    reference: ({ reals, integers }) => maxPoolBackward(windows, integers(argmax), reals(dy), reals(dx)),
  };
}

export const maxPoolLayer: LayerType<MaxPoolLayer> = {
  schema,
  build({ size, stride }, x, builder) {
    const step = stride ?? (typeof size === 'number' ? size : size[0]);
    const windows = windowsOf(imageOf(x.shape, builder), size, step, 'valid', builder);
    const { batch, outHeight, outWidth, input } = windows;
    const length = batch * outHeight * outWidth * input.channels;
    const y = builder.activation('out', length);
    const argmax = builder.activation('argmax', length, 'u32');
    builder.emit(maxPool(windows, { x: x.tensor, y, argmax }));
    return {
      y: { tensor: y, shape: [outHeight, outWidth, input.channels], holds: 'reals' },
      backward(dy, dx) {
        if (dx) builder.emit(maxPoolGradient(windows, { argmax, dy, dx }));
      },
    };
  },
};
