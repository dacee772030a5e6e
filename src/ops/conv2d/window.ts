// A window that slides over an image, along one axis and over both. Convolution and the pools share it. An image is
// (height, width, channels); (height, width) is an image of one channel.
import * as v from 'valibot';
import { say } from '../../base/sayings';
import { shapeText, type Builder } from '../layer';

export interface Image {
  readonly height: number;
  readonly width: number;
  readonly channels: number;
}

/** Windows over an image: output (i, j) reads input rows i·stride − top + [0, kernelHeight), columns likewise. */
export interface Windows {
  readonly batch: number;
  readonly input: Image;
  readonly kernelHeight: number;
  readonly kernelWidth: number;
  readonly stride: number;
  /** Zero rows above and zero columns left of the input. What is missing below and to the right is zero too. */
  readonly top: number;
  readonly left: number;
  readonly outHeight: number;
  readonly outWidth: number;
}

/** 'same': outputs = inputs / stride rounded up; an odd zero goes to the end. 'valid': no padding. A number: zeros on
 *  every side. */
export type Padding = 'same' | 'valid' | number;

const side = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64));
export const strideSchema = side;
/** One number for both sides, or (height, width). */
export const sizeSchema = v.union([side, v.tuple([side, side])]);
export const paddingSchema = v.union([
  v.picklist(['same', 'valid']),
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(63)),
]);

export type Size = v.InferOutput<typeof sizeSchema>;

export function imageOf(shape: readonly number[], builder: Builder): Image {
  if (shape.length !== 2 && shape.length !== 3)
    builder.refuse(say('layer-wants-image', { shape: shapeText(shape) }));
  const [height, width, channels = 1] = shape;
  return { height, width, channels };
}

export function windowsOf(
  input: Image,
  size: Readonly<Size>,
  stride: number,
  padding: Padding,
  builder: Builder,
): Windows {
  const [kernelHeight, kernelWidth] = typeof size === 'number' ? [size, size] : size;
  if (typeof padding === 'number' && padding >= Math.min(kernelHeight, kernelWidth))
    builder.refuse(
      say('layer-padding-too-wide', { padding, window: shapeText([kernelHeight, kernelWidth]) }),
    );
  const rows = along(input.height, kernelHeight, stride, padding);
  const columns = along(input.width, kernelWidth, stride, padding);
  if (rows.outputs < 1 || columns.outputs < 1)
    builder.refuse(
      say('layer-window-too-large', {
        window: shapeText([kernelHeight, kernelWidth]),
        image: shapeText([input.height, input.width]),
      }),
    );
  return {
    batch: builder.batch,
    input,
    kernelHeight,
    kernelWidth,
    stride,
    top: rows.before,
    left: columns.before,
    outHeight: rows.outputs,
    outWidth: columns.outputs,
  };
}

function along(
  length: number,
  kernel: number,
  stride: number,
  padding: Padding,
): { readonly outputs: number; readonly before: number } {
  if (padding === 'same') {
    const outputs = Math.ceil(length / stride);
    return { outputs, before: Math.floor(Math.max(0, (outputs - 1) * stride + kernel - length) / 2) };
  }
  const before = padding === 'valid' ? 0 : padding;
  return { outputs: Math.floor((length + 2 * before - kernel) / stride) + 1, before };
}

/** Calls `visit(output pixel, tap, input pixel)` for all taps in the image. Pixels are counted through the batch. */
export function eachTap(
  windows: Windows,
  visit: (outputPixel: number, tap: number, inputPixel: number) => void,
): void {
  const { batch, input, kernelHeight, kernelWidth, stride, top, left, outHeight, outWidth } = windows;
  for (let b = 0; b < batch; b++)
    for (let i = 0; i < outHeight; i++)
      for (let j = 0; j < outWidth; j++)
        for (let p = 0; p < kernelHeight; p++) {
          const row = i * stride - top + p;
          if (row < 0 || row >= input.height) continue;
          for (let q = 0; q < kernelWidth; q++) {
            const column = j * stride - left + q;
            if (column < 0 || column >= input.width) continue;
            visit(
              (b * outHeight + i) * outWidth + j,
              p * kernelWidth + q,
              (b * input.height + row) * input.width + column,
            );
          }
        }
}
