// Convolution's calls and kernels: forward with bias and activation fused, the gather for dx, the sum over pixels for
// dW. Whole vectors of channels and filters take the direct kernels, anything else the ragged ones.
import directFile from '../../../shaders/conv2d_direct.wgsl?raw';
import filterFile from '../../../shaders/conv2d_filter.wgsl?raw';
import filterRaggedFile from '../../../shaders/conv2d_filter_ragged.wgsl?raw';
import imageFile from '../../../shaders/conv2d_image.wgsl?raw';
import raggedFile from '../../../shaders/conv2d_ragged.wgsl?raw';
import sumFile from '../../../shaders/conv2d_sum.wgsl?raw';
import type { KernelCall } from '../../gpu/kernel-cache';
import { activationForward } from '../activation/activation.ref';
import { grid, scratchTensor, type Lowered, type Target } from '../lowering';
import type { OpCall, Tensor } from '../op-call';
import {
  convolutionForward,
  convolutionInputGradient,
  convolutionWeightGradient,
  type Convolution,
} from './conv2d.ref';

/** Fused after the sum. GELU is never fused: its backward needs the value before it. */
export type FusedActivation = 'none' | 'relu' | 'tanh';

const activationNumber = { none: 0, relu: 1, tanh: 2 } satisfies Record<FusedActivation, number>;
const sumThreads = 64;

const flopsOf = ({
  batch,
  outHeight,
  outWidth,
  filters,
  kernelHeight,
  kernelWidth,
  input,
}: Convolution): number =>
  2 * batch * outHeight * outWidth * filters * kernelHeight * kernelWidth * input.channels;

/** y = activation(x ∗ w + b). */
export function convolution(
  conv: Convolution,
  tensors: { readonly x: Tensor; readonly weight: Tensor; readonly bias: Tensor; readonly y: Tensor },
  activation: FusedActivation,
): OpCall {
  const { x, weight, bias, y } = tensors;
  return {
    op: 'conv2d',
    reads: [x, weight, bias],
    writes: [y],
    updates: [],
    flops: flopsOf(conv),
    lower: (target) => ({ calls: [gather(conv, [x, weight, y, bias], activation, target)], scratch: 0 }),
    reference({ reals }) {
      const out = reals(y);
      convolutionForward(conv, reals(x), reals(weight), reals(bias), out);
      if (activation !== 'none') activationForward(activation, out, out, out.length);
    },
  };
}

/** dx = the transposed convolution of dy. */
export function convolutionInput(
  conv: Convolution,
  { dy, weight, dx }: { readonly dy: Tensor; readonly weight: Tensor; readonly dx: Tensor },
): OpCall {
  return {
    op: 'conv2d-input-gradient',
    reads: [dy, weight],
    writes: [dx],
    updates: [],
    flops: flopsOf(conv),
    lower: (target) => ({ calls: [gather(conv, [dy, weight, dx], undefined, target)], scratch: 0 }),
    reference: ({ reals }) => convolutionInputGradient(conv, reals(dy), reals(weight), reals(dx)),
  };
}

/** weightGradient += . */
export function convolutionWeight(
  conv: Convolution,
  tensors: { readonly x: Tensor; readonly dy: Tensor; readonly weightGradient: Tensor },
): OpCall {
  const { x, dy, weightGradient } = tensors;
  return {
    op: 'conv2d-weight-gradient',
    reads: [x, dy],
    writes: [],
    updates: [weightGradient],
    flops: flopsOf(conv),
    lower: (target) => lowerWeight(conv, x, dy, weightGradient, target),
    reference: ({ reals }) => convolutionWeightGradient(conv, reals(x), reals(dy), reals(weightGradient)),
  };
}

const isWhole = ({ input, filters }: Convolution): boolean => input.channels % 4 === 0 && filters % 4 === 0;

/** Forward, or without an activation backward to the input: pixels × channels of the image written. */
function gather(
  conv: Convolution,
  operands: readonly Tensor[],
  activation: FusedActivation | undefined,
  target: Target,
): KernelCall {
  const isBackward = activation === undefined;
  const input = { height: conv.input.height, width: conv.input.width, channels: conv.input.channels };
  const output = { height: conv.outHeight, width: conv.outWidth, channels: conv.filters };
  const [from, to] = isBackward ? [output, input] : [input, output];
  const whole = isWhole(conv);
  const workgroupY = 16;
  const threads = Math.ceil((conv.batch * to.height * to.width) / 8);
  const [down, deep] = grid(Math.ceil(threads / workgroupY), target);
  return {
    kernel: {
      label: `conv2d ${isBackward ? 'input gradient' : 'forward'} ${from.channels}→${to.channels}`,
      files: [imageFile, whole ? directFile : raggedFile],
      entryPoint: isBackward ? 'convolution_input_gradient' : 'convolution_forward',
      consts: {
        WORKGROUP_X: 1,
        WORKGROUP_Y: workgroupY,
        BACKWARD: isBackward,
        ACTIVATION: activationNumber[activation ?? 'none'],
      },
      aliases: { Real: target.real },
      overrides: {
        BATCH: conv.batch,
        FROM_HEIGHT: from.height,
        FROM_WIDTH: from.width,
        FROM_CHANNELS: from.channels,
        TO_HEIGHT: to.height,
        TO_WIDTH: to.width,
        TO_CHANNELS: to.channels,
        KERNEL_HEIGHT: conv.kernelHeight,
        KERNEL_WIDTH: conv.kernelWidth,
        STRIDE: conv.stride,
        TOP: conv.top,
        LEFT: conv.left,
      },
      access: isBackward ? ['read', 'read', 'write'] : ['read', 'read', 'write', 'read'],
    },
    operands,
    workgroups: [Math.ceil(to.channels / (whole ? 16 : 8)), down, deep],
  };
}

function lowerWeight(
  conv: Convolution,
  x: Tensor,
  dy: Tensor,
  weightGradient: Tensor,
  target: Target,
): Lowered {
  const { batch, input, outHeight, outWidth, filters, kernelHeight, kernelWidth } = conv;
  const rows = kernelHeight * kernelWidth * input.channels;
  const whole = isWhole(conv);
  const across = Math.ceil(filters / (whole ? 16 : 8));
  const workgroupY = 4;
  const down = Math.ceil(rows / (8 * workgroupY));
  const outputRows = batch * outHeight;
  const span = spanOf(outputRows, across * down, target);
  const spans = Math.ceil(outputRows / span);
  const length = rows * filters;
  return {
    calls: [
      {
        kernel: {
          label: `conv2d weight gradient ${input.channels}→${filters}`,
          files: [whole ? filterFile : filterRaggedFile],
          entryPoint: 'convolution_weight_gradient',
          consts: { WORKGROUP_X: 1, WORKGROUP_Y: workgroupY },
          aliases: { Real: target.real },
          overrides: {
            BATCH: batch,
            HEIGHT: input.height,
            WIDTH: input.width,
            CHANNELS: input.channels,
            OUT_HEIGHT: outHeight,
            OUT_WIDTH: outWidth,
            FILTERS: filters,
            KERNEL_WIDTH: kernelWidth,
            ROWS: rows,
            STRIDE: conv.stride,
            TOP: conv.top,
            LEFT: conv.left,
            SPAN: span,
          },
          access: ['read', 'read', 'write'],
        },
        operands: [x, dy, scratchTensor],
        workgroups: [across, down, spans],
      },
      {
        kernel: {
          label: `conv2d weight gradient, add ${spans} spans`,
          files: [sumFile],
          entryPoint: 'convolution_sum',
          consts: { THREADS: sumThreads },
          overrides: { SPANS: spans, LENGTH: length },
          access: ['read', 'write'],
        },
        operands: [scratchTensor, weightGradient],
        workgroups: grid(Math.ceil(length / sumThreads), target),
      },
    ],
    scratch: spans * length,
  };
}

/** Output rows per span: enough workgroups to fill the device, not so many that adding the partials costs. */
function spanOf(outputRows: number, workgroups: number, target: Target): number {
  const wanted = Math.ceil((target.isSoftware ? 32 : 512) / workgroups);
  return Math.ceil(outputRows / Math.min(wanted, outputRows, target.maxWorkgroups));
}
