// The max-pooling layer, over windows inside the image. Its argmax is kept for the backward pass; x and y are not.
import * as v from 'valibot';
import file from '../../../shaders/max_pool.wgsl?raw';
import { imageOf, sizeSchema, strideSchema, windowsOf, type Windows } from '../conv2d/window';
import type { LayerType } from '../layer';
import type { OpCall, Tensor } from '../op-call';
import { maxPoolBackward, maxPoolForward } from './max-pool.ref';
import { poolCall } from './pool-call';

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
  return poolCall(windows, {
    op: 'max-pool',
    reads: [x],
    writes: [y, argmax],
    file,
    entryPoint: 'max_pool_forward',
    simd: 'maxPool',
    reference: ({ reals, integers }) => maxPoolForward(windows, reals(x), reals(y), integers(argmax)),
  });
}

const overlaps = ({ kernelHeight, kernelWidth, stride }: Windows): boolean =>
  Math.max(kernelHeight, kernelWidth) > stride;

export function maxPoolGradient(
  windows: Windows,
  { argmax, dy, dx }: { readonly argmax: Tensor; readonly dy: Tensor; readonly dx: Tensor },
): OpCall {
  return poolCall(windows, {
    op: 'max-pool-backward',
    reads: [argmax, dy],
    writes: [dx],
    file,
    entryPoint: overlaps(windows) ? 'max_pool_backward' : 'max_pool_backward_cells',
    simd: 'maxPoolBackward',
    reference: ({ reals, integers }) => maxPoolBackward(windows, integers(argmax), reals(dy), reals(dx)),
  });
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
