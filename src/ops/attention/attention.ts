// Causal multi-head self-attention: one projection to queries, keys and values, softmax(q·kᵀ/√D)·v per head, and one
// projection back. The scores (T, T) are never stored: online softmax (Milakov & Gimelshein 2018). Its log-sum-exp is
// saved, and the backward recomputes the scores (Dao et al. 2022). One kernel for dQ, one for dK and dV: no atomics.
import * as v from 'valibot';
import { say } from '../../base/sayings';
import file from '../../../shaders/attention.wgsl?raw';
import rowsFile from '../../../shaders/attention_rows.wgsl?raw';
import type { KernelCall, KernelSpec } from '../../gpu/kernel-cache';
import { denseLayer } from '../dense/dense';
import { shapeText, type Builder, type LayerType } from '../layer';
import { grid, launches, scratchTensor, wide, type Lowered, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { simdKernel } from '../simd-lowering';
import { attentionBackward, attentionForward, type AttentionSizes } from './attention.ref';

const deviation = v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10)));

const schema = v.strictObject({
  kind: v.literal('attention'),
  heads: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(256)),
  /** The deviation of the initial weights: of the projection to q, k and v, and of the projection back. */
  deviation,
  outDeviation: deviation,
});

export type AttentionLayer = v.InferOutput<typeof schema>;

/** The widest head that fits the kernels' registers and workgroup memory. */
const largestHead = 128;

export const attentionLayer: LayerType<AttentionLayer> = {
  schema,
  build({ heads, deviation, outDeviation }, x, builder) {
    if (x.shape.length !== 2) builder.refuse(say('layer-wants-positions', { shape: shapeText(x.shape) }));
    const [context, channels] = x.shape;
    const size = channels / heads;
    if (size % 4 !== 0 || size > largestHead)
      builder.refuse(say('layer-unequal-heads', { channels, heads, most: largestHead }));
    const { batch } = builder;
    const sizes: AttentionSizes = { batch, context, heads, size };
    const dense = { kind: 'dense', activation: 'none', isPositionwise: true } as const;
    const qkv = denseLayer.build({ ...dense, units: 3 * channels, deviation }, x, within(builder, 'qkv'));
    const mixed = builder.activation('mixed', batch * context * channels);
    const logSums = builder.activation('log-sums', batch * heads * context, 'f32');
    builder.emit(attention({ qkv: qkv.y.tensor, out: mixed, logSums, ...sizes }));
    const out = denseLayer.build(
      { ...dense, units: channels, deviation: outDeviation },
      { tensor: mixed, shape: x.shape, holds: 'reals' },
      within(builder, 'out'),
    );
    return {
      y: out.y,
      backward(dy, dx) {
        const dOut = builder.activation('mixed.grad', batch * context * channels);
        const dQkv = builder.activation('qkv.grad', 3 * batch * context * channels);
        out.backward(dy, dOut);
        builder.emit(attentionGradient({ qkv: qkv.y.tensor, out: mixed, logSums, dOut, dQkv, ...sizes }));
        qkv.backward(dQkv, dx);
      },
    };
  },
};

/** A builder that prefixes declared names with the name of the part. */
function within(builder: Builder, part: string): Builder {
  return {
    ...builder,
    parameter: (name, ...rest) => builder.parameter(`${part}.${name}`, ...rest),
    adapterOf: (name) => builder.adapterOf(`${part}.${name}`),
    activation: (name, ...rest) => builder.activation(`${part}.${name}`, ...rest),
  };
}

interface Attention extends AttentionSizes {
  readonly qkv: Tensor; // (B, T, 3, H, D)
  readonly out: Tensor; // (B, T, H, D)
  readonly logSums: Tensor; // (B, H, T), f32
}

export function attention(shape: Attention): OpCall {
  const { qkv, out, logSums } = shape;
  return opCall({
    op: 'attention-forward',
    reads: [qkv],
    writes: [out, logSums],
    flops: 2 * productFlops(shape),
    lower: (target) =>
      launches(byTile('attention_forward', [qkv, out, logSums], ['read', 'write', 'write'], shape, target)),
    lowerToSimd: () =>
      simdKernel('attentionForward', [qkv, out, logSums, ...simdSizes(shape)], attentionForwardBytes(shape)),
    reference: ({ reals }) => attentionForward(reals(qkv), reals(out), reals(logSums), shape),
  });
}

interface AttentionGradient extends Attention {
  readonly dOut: Tensor; // (B, T, H, D)
  readonly dQkv: Tensor; // (B, T, 3, H, D)
}

export function attentionGradient(shape: AttentionGradient): OpCall {
  const { qkv, out, logSums, dOut, dQkv } = shape;
  return opCall({
    op: 'attention-backward',
    reads: [qkv, out, logSums, dOut],
    writes: [dQkv],
    // Both kernels compute scores and do·v, then dq, dk and dv take one product each.
    flops: 7 * productFlops(shape),
    lower: (target) => lowerGradient(shape, target),
    lowerToSimd: () =>
      simdKernel(
        'attentionBackward',
        [qkv, out, logSums, dOut, dQkv, ...simdSizes(shape)],
        attentionBackwardBytes(shape),
      ),
    reference: ({ reals }) =>
      attentionBackward(reals(qkv), reals(out), reals(logSums), reals(dOut), reals(dQkv), shape),
  });
}

/** Flops of one product over the pairs of positions that the mask keeps. */
function productFlops({ batch, heads, context, size }: AttentionSizes): number {
  return batch * heads * context * (context + 1) * size;
}

function lowerGradient(shape: AttentionGradient, target: Target): Lowered {
  const { qkv, out, logSums, dOut, dQkv, batch, heads, context } = shape;
  const rows = batch * heads * context;
  const rowThreads = 64;
  const operands = [qkv, dOut, scratchTensor, dQkv];
  const access = ['read', 'read', 'read', 'write'] as const;
  return {
    calls: [
      {
        kernel: {
          label: `attention_rows ${rows}×${shape.size}`,
          files: [rowsFile],
          entryPoint: 'attention_rows',
          consts: { THREADS: rowThreads, HEADS: heads, HEAD4: shape.size / 4 },
          aliases: { Wide: wide(target.real, true) },
          overrides: { B: batch, T: context },
          access: ['read', 'read', 'read', 'write'],
        },
        operands: [out, dOut, logSums, scratchTensor],
        workgroups: grid(Math.ceil(rows / rowThreads), target),
      },
      byTile('attention_dq', operands, access, shape, target),
      byTile('attention_dkv', operands, access, shape, target),
    ],
    scratch: 2 * rows,
  };
}

/** TILE in attention.wgsl. */
const tilePositions = 32;

function byTile(
  entryPoint: 'attention_forward' | 'attention_dq' | 'attention_dkv',
  operands: readonly string[],
  access: KernelSpec['access'],
  { batch, context, heads, size }: AttentionSizes,
  target: Target,
): KernelCall {
  return {
    kernel: {
      label: `${entryPoint} ${batch}×${context}×${heads}×${size}`,
      files: [file],
      entryPoint,
      consts: { HEAD4: size / 4 },
      aliases: { Wide: wide(target.real, true) },
      overrides: { B: batch, T: context, HEADS: heads },
      access,
    },
    operands,
    workgroups: grid(Math.ceil(context / tilePositions) * batch * heads, target),
  };
}

/** The block size of attention.as. */
const queriesOfBlock = 32;

const padded = (elements: number): number => Math.ceil(elements / 8) * 8;

/** The arguments of the SIMD kernels after their operands; the last is the scale of the scores. */
const simdSizes = ({ batch, context, heads, size }: AttentionSizes): readonly number[] => [
  ...[batch, context, heads, size],
  1 / Math.sqrt(size),
];

/** The SIMD kernels' scratch for one head (attention.as lays it out). Keys, values, four queries, four rows of scores and of weights, a tile. */
function attentionForwardBytes({ context, size }: AttentionSizes): number {
  const keys = padded(context) * size;
  const values = padded(size) * context;
  return 4 * (keys + values + 4 * size + 8 * padded(context) + 32);
}

/** Keys and values twice, a block of weights and slopes, its queries and gradients, dK and dV, a tile and a panel. */
function attentionBackwardBytes({ context, size }: AttentionSizes): number {
  const [keys, width] = [padded(context), padded(size)];
  const panel = 4 * Math.max(keys, size, queriesOfBlock);
  return (
    4 *
    (2 * keys * size + width * context + 2 * queriesOfBlock * (keys + width) + 2 * keys * width + 32 + panel)
  );
}
