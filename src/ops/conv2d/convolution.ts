// Convolution's calls and kernels: forward with bias and activation fused, the gather for dx, the sum over pixels for
// dW. When channels and filters fill whole vectors the direct kernels run, otherwise the ragged ones.
import aloneFile from '../../../shaders/conv2d_alone.wgsl?raw';
import directFile from '../../../shaders/conv2d_direct.wgsl?raw';
import filterFile from '../../../shaders/conv2d_filter.wgsl?raw';
import filterAloneFile from '../../../shaders/conv2d_filter_alone.wgsl?raw';
import filterQuadFile from '../../../shaders/conv2d_filter_quad.wgsl?raw';
import filterRowsFile from '../../../shaders/conv2d_filter_rows.wgsl?raw';
import filterSizesFile from '../../../shaders/conv2d_filter_sizes.wgsl?raw';
import filterThinFile from '../../../shaders/conv2d_filter_thin.wgsl?raw';
import filterRaggedFile from '../../../shaders/conv2d_filter_ragged.wgsl?raw';
import imageFile from '../../../shaders/conv2d_image.wgsl?raw';
import quadFile from '../../../shaders/conv2d_quad.wgsl?raw';
import raggedFile from '../../../shaders/conv2d_ragged.wgsl?raw';
import thinFile from '../../../shaders/conv2d_thin.wgsl?raw';
import wholeFile from '../../../shaders/conv2d_whole.wgsl?raw';
import type { KernelCall } from '../../gpu/kernel-cache';
import { activationForward } from '../activation/activation.ref';
import { grid, launches, scratchTensor, wide, type Lowered, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { addPartials } from './add-partials';
import {
  convolutionForward,
  convolutionInputGradient,
  convolutionWeightGradient,
  type Convolution,
} from './conv2d.ref';
import { convolutionInputOnSimd, convolutionOnSimd, convolutionWeightOnSimd } from './simd-convolution';

/** Fused after the sum. GELU is never fused, because its backward needs the value before it. */
export type FusedActivation = 'none' | 'relu' | 'tanh';

const activationNumber = { none: 0, relu: 1, tanh: 2 } satisfies Record<FusedActivation, number>;

function flopsOf(conv: Convolution): number {
  const { batch, outHeight, outWidth, filters, kernelHeight, kernelWidth, input } = conv;
  return 2 * batch * outHeight * outWidth * filters * kernelHeight * kernelWidth * input.channels;
}

/** y = activation(x ∗ w + b). */
export function convolution(
  conv: Convolution,
  tensors: { readonly x: Tensor; readonly weight: Tensor; readonly bias: Tensor; readonly y: Tensor },
  activation: FusedActivation,
): OpCall {
  const { x, weight, bias, y } = tensors;
  return opCall({
    op: 'conv2d',
    reads: [x, weight, bias],
    writes: [y],
    flops: flopsOf(conv),
    lower: (target) => launches(gather(conv, [x, weight, y, bias], activation, target)),
    lowerToSimd: () => convolutionOnSimd(conv, tensors, activation),
    reference({ reals }) {
      const out = reals(y);
      convolutionForward(conv, reals(x), reals(weight), reals(bias), out);
      if (activation !== 'none') activationForward(activation, out, out, out.length);
    },
  });
}

/** dx = the transposed convolution of dy. */
export function convolutionInput(
  conv: Convolution,
  tensors: { readonly dy: Tensor; readonly weight: Tensor; readonly dx: Tensor },
): OpCall {
  const { dy, weight, dx } = tensors;
  return opCall({
    op: 'conv2d-input-gradient',
    reads: [dy, weight],
    writes: [dx],
    flops: flopsOf(conv),
    lower: (target) => launches(gather(conv, [dy, weight, dx], undefined, target)),
    lowerToSimd: () => convolutionInputOnSimd(conv, tensors),
    reference: ({ reals }) => convolutionInputGradient(conv, reals(dy), reals(weight), reals(dx)),
  });
}

/** weightGradient +=. */
export function convolutionWeight(
  conv: Convolution,
  tensors: { readonly x: Tensor; readonly dy: Tensor; readonly weightGradient: Tensor },
): OpCall {
  const { x, dy, weightGradient } = tensors;
  return opCall({
    op: 'conv2d-weight-gradient',
    reads: [x, dy],
    updates: [weightGradient],
    flops: flopsOf(conv),
    lower: (target) => lowerWeight(conv, x, dy, weightGradient, target),
    lowerToSimd: () => convolutionWeightOnSimd(conv, tensors),
    reference: ({ reals }) => convolutionWeightGradient(conv, reals(x), reals(dy), reals(weightGradient)),
  });
}

type Kernel = 'whole' | 'thin' | 'ragged';

/** whole: channels and filters are whole vectors of four. thin: only filters are. */
function kernelOf({ filters, input }: Convolution): Kernel {
  if (filters % 4 !== 0) return 'ragged';
  return input.channels % 4 === 0 ? 'whole' : 'thin';
}

/** Threads of a workgroup: of the gathers, and of the sum over pixels. */
const gatherThreads = 64;
const weightThreads = 16;
/** A GPU's units stay idle with fewer workgroups: the sum over pixels is cut into so many spans. */
const enoughWorkgroups = 512;

/** The forward pass, or without an activation the backward pass to the input. Writes an image of pixels × channels. */
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
  const best = kernelOf(conv);
  const kind = isBackward && best === 'thin' ? 'ragged' : best;
  const large = kind !== 'ragged';
  const threads = Math.ceil((conv.batch * to.height * to.width) / 8);
  const [down, deep] = grid(Math.ceil(threads / gatherThreads), target);
  const hasQuads = large && target.hasQuads === true;
  return {
    kernel: {
      label: `conv2d ${isBackward ? 'input gradient' : 'forward'} ${kind}`,
      files: large
        ? [imageFile, directFile, kind === 'thin' ? thinFile : wholeFile, hasQuads ? quadFile : aloneFile]
        : [imageFile, raggedFile],
      entryPoint: isBackward ? 'convolution_input_gradient' : 'convolution_forward',
      consts: {
        WORKGROUP: gatherThreads,
        BACKWARD: isBackward,
        SIZES: operands.length,
        BIAS: isBackward ? operands.length + 1 : operands.length - 1,
      },
      aliases: { Real: target.real, Source: wide(target.real, kind === 'whole') },
      usesSubgroups: hasQuads,
      access: [...(['read', 'read', 'write', 'read'] as const).slice(0, operands.length), 'sizes'],
    },
    operands,
    sizes: [
      conv.batch,
      from.height,
      from.width,
      from.channels,
      to.height,
      to.width,
      to.channels,
      conv.kernelHeight,
      conv.kernelWidth,
      conv.stride,
      conv.top,
      conv.left,
      activationNumber[activation ?? 'none'],
    ],
    workgroups: [Math.ceil(to.channels / (large ? 16 : 8)), down, deep],
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
  const kind = kernelOf(conv);
  const hasQuads = kind === 'whole' && target.hasQuads === true;
  const { files, rowsEach, filtersEach, spansEach } = {
    whole: {
      files: [filterFile, hasQuads ? filterQuadFile : filterAloneFile],
      rowsEach: 8,
      filtersEach: 16,
      spansEach: 1,
    },
    thin: { files: [filterRowsFile, filterThinFile], rowsEach: 12, filtersEach: 16, spansEach: 16 },
    ragged: { files: [filterRowsFile, filterRaggedFile], rowsEach: 8, filtersEach: 8, spansEach: 1 },
  }[kind];
  const workgroup = spansEach > 1 ? spansEach : weightThreads;
  const across = Math.ceil(filters / filtersEach);
  const down = Math.ceil(rows / (rowsEach * (spansEach > 1 ? 1 : workgroup)));
  const outputRows = batch * outHeight;
  const wanted = Math.ceil(enoughWorkgroups / (across * down)) * spansEach;
  const span = Math.ceil(outputRows / Math.min(wanted, outputRows, target.maxWorkgroups));
  const spans = Math.ceil(outputRows / span);
  const length = rows * filters;
  return {
    calls: [
      {
        kernel: {
          label: `conv2d weight gradient ${kind}`,
          files: [filterSizesFile, ...files],
          entryPoint: 'convolution_weight_gradient',
          consts: { WORKGROUP: workgroup },
          aliases: { Real: target.real },
          usesSubgroups: hasQuads,
          access: ['read', 'read', 'write', 'sizes'],
        },
        operands: [x, dy, scratchTensor],
        sizes: [
          batch,
          input.height,
          input.width,
          input.channels,
          outHeight,
          outWidth,
          filters,
          kernelWidth,
          rows,
          conv.stride,
          conv.top,
          conv.left,
          span,
        ],
        workgroups: [across, down, Math.ceil(spans / spansEach)],
      },
      addPartials(weightGradient, spans, length, target),
    ],
    scratch: spans * length,
  };
}
