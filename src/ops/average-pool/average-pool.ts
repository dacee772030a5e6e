// The average-pooling layer: over windows inside the image, or over the whole image ('all').
import * as v from 'valibot';
import file from '../../../shaders/average_pool.wgsl?raw';
import { imageOf, sizeSchema, strideSchema, windowsOf, type Windows } from '../conv2d/window';
import type { LayerType } from '../layer';
import { poolCall } from '../max-pool/pool-call';
import type { OpCall, Tensor } from '../op-call';
import { averagePoolBackward, averagePoolForward } from './average-pool.ref';

const schema = v.strictObject({
  kind: v.literal('average-pool'),
  size: v.union([sizeSchema, v.literal('all')]),
  /** The stride; the window's height when absent. */
  stride: v.optional(strideSchema),
});

export type AveragePoolLayer = v.InferOutput<typeof schema>;

export function averagePool(windows: Windows, { x, y }: { readonly x: Tensor; readonly y: Tensor }): OpCall {
  return poolCall(windows, {
    op: 'average-pool',
    reads: [x],
    writes: [y],
    file,
    entryPoint: 'average_pool_forward',
    simd: 'averagePool',
    reference: ({ reals }) => averagePoolForward(windows, reals(x), reals(y)),
  });
}

export function averagePoolGradient(
  windows: Windows,
  { dy, dx }: { readonly dy: Tensor; readonly dx: Tensor },
): OpCall {
  return poolCall(windows, {
    op: 'average-pool-backward',
    reads: [dy],
    writes: [dx],
    file,
    entryPoint: 'average_pool_backward',
    simd: 'averagePoolBackward',
    reference: ({ reals }) => averagePoolBackward(windows, reals(dy), reals(dx)),
  });
}

export const averagePoolLayer: LayerType<AveragePoolLayer> = {
  schema,
  build({ size, stride }, x, builder) {
    const image = imageOf(x.shape, builder);
    const window = size === 'all' ? ([image.height, image.width] as const) : size;
    const step = size === 'all' ? 1 : (stride ?? (typeof size === 'number' ? size : size[0]));
    const windows = windowsOf(image, window, step, 'valid', builder);
    const { batch, outHeight, outWidth, input } = windows;
    const y = builder.activation('out', batch * outHeight * outWidth * input.channels);
    builder.emit(averagePool(windows, { x: x.tensor, y }));
    return {
      y: { tensor: y, shape: [outHeight, outWidth, input.channels], holds: 'reals' },
      backward(dy, dx) {
        if (dx) builder.emit(averagePoolGradient(windows, { dy, dx }));
      },
    };
  },
};
