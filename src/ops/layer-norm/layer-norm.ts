// Layer norm over the last axis (Ba et al. 2016), with a learned scale and offset that do not decay.
import * as v from 'valibot';
import file from '../../../shaders/layer_norm.wgsl?raw';
import type { KernelSpec } from '../../gpu/kernel-cache';
import { sizeOf, vectorParameter, type LayerType } from '../layer';
import { grid, launches, scratchTensor, type Lowered, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { simdKernel } from '../simd-lowering';
import { layerNormForward, layerNormInputGradient, layerNormParameterGradient } from './layer-norm.ref';

const schema = v.strictObject({ kind: v.literal('layer-norm') });

export type LayerNormLayer = v.InferOutput<typeof schema>;

export const layerNormLayer: LayerType<LayerNormLayer> = {
  schema,
  build(_, x, builder) {
    const channels = x.shape[x.shape.length - 1];
    const rows = (builder.batch * sizeOf(x.shape)) / channels;
    const scale = vectorParameter(builder, 'scale', channels, 1);
    const offset = vectorParameter(builder, 'offset', channels, 0);
    const y = builder.activation('out', rows * channels);
    builder.emit(layerNorm({ x: x.tensor, scale, offset, y, rows, channels }));
    return {
      y: { tensor: y, shape: x.shape, holds: 'reals' },
      backward(dy, dx) {
        const dScale = builder.parameterGradient(scale);
        const dOffset = builder.parameterGradient(offset);
        builder.emit(layerNormParameterBackward({ x: x.tensor, dy, dScale, dOffset, rows, channels }));
        if (dx) builder.emit(layerNormBackward({ x: x.tensor, scale, dy, dx, rows, channels }));
      },
    };
  },
};

interface Rows {
  readonly x: Tensor; // (rows, C)
  readonly rows: number;
  readonly channels: number;
}

/** y = x̂·scale + offset. */
export function layerNorm(
  shape: Rows & {
    readonly scale: Tensor; // (C)
    readonly offset: Tensor; // (C)
    readonly y: Tensor;
  },
): OpCall {
  const { x, scale, offset, y, rows, channels } = shape;
  return opCall({
    op: 'layer-norm-forward',
    reads: [x, scale, offset],
    writes: [y],
    lower: (target) => byRow('layer_norm_forward', [x, scale, offset, y], shape, target),
    lowerToSimd: () => simdKernel('layerNormForward', [x, scale, offset, y, rows, channels]),
    reference: ({ reals }) =>
      layerNormForward(reals(x), reals(scale), reals(offset), reals(y), rows, channels),
  });
}

/** dx from dy. */
export function layerNormBackward(
  shape: Rows & { readonly scale: Tensor; readonly dy: Tensor; readonly dx: Tensor },
): OpCall {
  const { x, scale, dy, dx, rows, channels } = shape;
  return opCall({
    op: 'layer-norm-backward',
    reads: [x, scale, dy],
    writes: [dx],
    lower: (target) => byRow('layer_norm_backward', [x, scale, dy, dx], shape, target),
    lowerToSimd: () => simdKernel('layerNormInputGradient', [x, scale, dy, dx, rows, channels]),
    reference: ({ reals }) =>
      layerNormInputGradient(reals(x), reals(scale), reals(dy), reals(dx), rows, channels),
  });
}

interface ParameterBackward extends Rows {
  readonly dy: Tensor;
  readonly dScale: Tensor; // (C), f32
  readonly dOffset: Tensor; // (C), f32
}

/** dScale += and dOffset +=. */
export function layerNormParameterBackward(shape: ParameterBackward): OpCall {
  const { x, dy, dScale, dOffset, rows, channels } = shape;
  return opCall({
    op: 'layer-norm-parameters-backward',
    reads: [x, dy],
    updates: [dScale, dOffset],
    lower: (target) => lowerParameters(shape, target),
    lowerToSimd: () => ({
      calls: [
        { kernel: 'layerNormStatistics', args: [x, scratchTensor, rows, channels] },
        {
          kernel: 'layerNormParameterGradient',
          args: [x, dy, scratchTensor, dScale, dOffset, rows, channels],
        },
      ],
      scratchBytes: 8 * rows,
      threadScratchBytes: 8 * Math.ceil(channels / 4) * 4,
    }),
    reference: ({ reals }) =>
      layerNormParameterGradient(reals(x), reals(dy), reals(dScale), reals(dOffset), rows, channels),
  });
}

/** Threads that share a row. A GPU runs 32 lanes together anyway. */
function threadsFor(channels: number): number {
  return channels > 256 ? 128 : channels > 64 ? 64 : 32;
}

/** Rows of a partial sum. */
const chunkRows = 32;
/** Lanes that find one row's statistics for it: loads of 32 bytes side by side, and few barriers for a chunk. */
const statisticsLanes = 8;

function spec(
  entryPoint: string,
  { rows, channels }: Rows,
  target: Target,
  access: KernelSpec['access'],
  overrides: KernelSpec['overrides'] = {},
): KernelSpec {
  return {
    label: `${entryPoint} ${rows}×${channels}`,
    files: [file],
    entryPoint,
    consts: { THREADS: threadsFor(channels), CHUNK: chunkRows, CHUNK_LANES: statisticsLanes },
    aliases: { Real: target.real },
    overrides: { ROWS: rows, C: channels, ...overrides },
    access,
  };
}

function byRow(
  entryPoint: 'layer_norm_forward' | 'layer_norm_backward',
  operands: readonly Tensor[],
  shape: Rows,
  target: Target,
): Lowered {
  const kernel = spec(entryPoint, shape, target, ['read', 'read', 'read', 'write']);
  return launches({ kernel, operands, workgroups: grid(shape.rows, target) });
}

function lowerParameters(shape: ParameterBackward, target: Target): Lowered {
  const { x, dy, dScale, dOffset, rows, channels } = shape;
  const chunks = Math.ceil(rows / chunkRows);
  return {
    calls: [
      {
        kernel: spec('layer_norm_parameters_partial', shape, target, ['read', 'read', 'write']),
        operands: [x, dy, scratchTensor],
        workgroups: grid(chunks, target),
      },
      {
        kernel: spec('layer_norm_parameters_final', shape, target, ['read', 'write', 'write'], {
          CHUNKS: chunks,
        }),
        operands: [scratchTensor, dScale, dOffset],
        workgroups: [Math.ceil(channels / threadsFor(channels)), 1, 1],
      },
    ],
    scratch: chunks * 2 * channels,
  };
}
