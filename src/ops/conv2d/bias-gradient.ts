// The backward pass through a convolution's fused activation and its bias, in one walk over the pixels.
// dz = dy · f′; the bias gradient += column sums of dz.
import biasFile from '../../../shaders/conv2d_bias.wgsl?raw';
import { activationBackward, activationNumber } from '../activation/activation.ref';
import { columnSumReference } from '../column-sum/column-sum.ref';
import { grid, scratchTensor, wide, type Lowered, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { addPartials } from './add-partials';
import type { SimdLowered } from '../simd-lowering';

const threads = 64;
/** Rows per thread, at least. */
const shortestChunk = 64;
/** More partials take longer to add than the shorter chunks gain. */
const mostChunks = 2048;

export interface BiasGradient {
  readonly activation: 'relu' | 'tanh';
  readonly y: Tensor; // (rows, columns)
  readonly dy: Tensor;
  readonly dz: Tensor;
  readonly biasGradient: Tensor; // (columns)
  readonly rows: number;
  readonly columns: number;
}

export function biasGradientCall(shape: BiasGradient): OpCall {
  const { activation, y, dy, dz, biasGradient, rows, columns } = shape;
  return opCall({
    op: `conv2d-${activation}-backward`,
    reads: [y, dy],
    writes: [dz],
    updates: [biasGradient],
    flops: rows * columns,
    lower: (target) => lower(shape, target),
    lowerToSimd: () => biasGradientOnSimd(shape),
    reference({ reals }) {
      activationBackward(activation, reals(y), reals(dy), reals(dz), rows * columns);
      columnSumReference(reals(dz), reals(biasGradient), rows, columns);
    },
  });
}

function lower(shape: BiasGradient, target: Target): Lowered {
  const { activation, y, dy, dz, biasGradient, rows, columns } = shape;
  const isWide = columns % 4 === 0;
  const wides = isWide ? columns / 4 : columns;
  const chunk = Math.max(shortestChunk, Math.ceil(rows / mostChunks));
  const chunks = Math.ceil(rows / chunk);
  return {
    calls: [
      {
        kernel: {
          label: `conv2d ${activation} backward`,
          files: [biasFile],
          entryPoint: 'convolution_bias',
          consts: { THREADS: threads, ACTIVATION: activation === 'relu' ? 1 : 2 },
          aliases: { Wide: wide(target.real, isWide), WideFloat: isWide ? 'vec4f' : 'f32' },
          access: ['read', 'read', 'write', 'write', 'sizes'],
        },
        operands: [y, dy, dz, scratchTensor],
        sizes: [rows, wides, chunk],
        workgroups: grid(Math.ceil((chunks * wides) / threads), target),
      },
      addPartials(biasGradient, chunks, columns, target),
    ],
    scratch: chunks * columns,
  };
}

/** Rows per column sum, as in convolution.as. */
const rowsOfSum = 64;

function biasGradientOnSimd(shape: BiasGradient): SimdLowered {
  const { y, dy, dz, biasGradient, rows, columns } = shape;
  const activation = activationNumber[shape.activation];
  const threadScratchBytes = 4 * columns; // of columnSum
  if (columns < 4)
    return {
      calls: [
        { kernel: 'activationBackward', args: [y, dy, dz, rows * columns, activation] },
        { kernel: 'columnSum', args: [dz, biasGradient, rows, columns] },
      ],
      scratchBytes: 0,
      threadScratchBytes,
    };
  const spans = Math.ceil(rows / rowsOfSum);
  return {
    calls: [
      { kernel: 'slopesAndSums', args: [y, dy, dz, scratchTensor, rows, columns, activation] },
      { kernel: 'columnSum', args: [scratchTensor, biasGradient, spans, columns] },
    ],
    scratchBytes: 4 * spans * columns,
    threadScratchBytes,
  };
}
