// Turns token ids into vectors: a learned token table (V, C) and a learned position table (T, C). Neither decays (as in
// minGPT): a row whose token is not in the batch keeps its value. The token gradient is summed token by token through
// the sorted positions (Builder.tokenOrder), so that no two threads add to one element.
import * as v from 'valibot';
import { say } from '../../base/sayings';
import file from '../../../shaders/embedding.wgsl?raw';
import type { KernelSpec } from '../../gpu/kernel-cache';
import { shapeText, type LayerType, type MatrixStorage } from '../layer';
import { grid, launches, wide, type Lowered, type Target } from '../lowering';
import { matrixReader } from '../matrix-storage';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { simdKernel } from '../simd-lowering';
import { embeddingReference, positionGradientReference, tokenGradientReference } from './embedding.ref';

const threads = 64;

const schema = v.strictObject({
  kind: v.literal('embedding'),
  // Ids are whole f32 numbers.
  vocabulary: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2 ** 24)),
  channels: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_536)),
  /** The deviation of both initial tables; GPT-2's 0.02 when absent. */
  deviation: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10))),
});

export type EmbeddingLayer = v.InferOutput<typeof schema>;

export const embeddingLayer: LayerType<EmbeddingLayer> = {
  takes: 'tokens',
  schema,
  build({ vocabulary, channels, deviation = 0.02 }, x, builder) {
    if (x.shape.length !== 1) builder.refuse(say('layer-wants-tokens', { shape: shapeText(x.shape) }));
    const [context] = x.shape;
    const sizes = { batch: builder.batch, context, channels, vocabulary };
    const options = { initialiser: { kind: 'normal', deviation }, decays: false, isMatrix: true } as const;
    const tokens = builder.parameter('tokens', [vocabulary, channels], options);
    const positions = builder.parameter('positions', [context, channels], options);
    const order = builder.tokenOrder(vocabulary);
    const y = builder.activation('out', builder.batch * context * channels);
    const tables = { tokens, positions, storage: builder.matrixStorage };
    builder.emit(embeddingForward({ inputs: x.tensor, ...tables, y, ...sizes }));
    return {
      y: { tensor: y, shape: [context, channels], holds: 'reals' },
      backward(dy) {
        builder.emit(positionGradient({ dy, out: builder.parameterGradient(positions), ...sizes }));
        builder.emit(tokenGradient({ dy, order, out: builder.parameterGradient(tokens), ...sizes }));
      },
    };
  },
};

export interface EmbeddingSizes {
  readonly batch: number;
  readonly context: number;
  readonly channels: number;
  readonly vocabulary: number;
}

/** y (B, T, C) = tokens[input] + positions. */
export function embeddingForward(
  shape: EmbeddingSizes & {
    readonly inputs: Tensor; // (B, T), f32
    readonly tokens: Tensor; // (V, C)
    readonly positions: Tensor; // (T, C)
    /** Storage of both tables: 'real' by default. */
    readonly storage?: MatrixStorage;
    readonly y: Tensor;
  },
): OpCall {
  const { inputs, tokens, positions, storage, y } = shape;
  return opCall({
    op: 'embedding-forward',
    reads: [inputs, tokens, positions],
    writes: [y],
    flops: shape.batch * shape.context * shape.channels,
    lower: (target) =>
      launch('embedding_forward', shape, shape.batch * shape.context, [inputs, tokens, positions, y], target),
    lowerToSimd: () => {
      const { batch, context, channels } = shape;
      const isHalf = storage === 'half' ? 1 : 0;
      const args = [inputs, tokens, positions, y, batch * context, context, channels, isHalf];
      return simdKernel('embeddingForward', args);
    },
    reference: ({ reals }) =>
      embeddingReference(reals(inputs), reals(tokens), reals(positions), reals(y), shape),
  });
}

interface TableGradient extends EmbeddingSizes {
  readonly dy: Tensor; // (B, T, C)
  readonly out: Tensor; // f32
}

/** out (V, C) += the sum of dy over each token's positions. */
export function tokenGradient(shape: TableGradient & { readonly order: Tensor }): OpCall {
  const { dy, order, out, vocabulary, channels } = shape;
  return opCall({
    op: 'embedding-tokens-backward',
    reads: [dy, order],
    updates: [out],
    flops: shape.batch * shape.context * channels,
    lower: (target) => launch('embedding_tokens_backward', shape, vocabulary, [dy, order, out], target),
    lowerToSimd: () =>
      simdKernel('embeddingTokensBackward', [dy, order, out, vocabulary, channels], 4 * channels),
    reference: ({ reals, integers }) =>
      tokenGradientReference(reals(dy), integers(order), reals(out), vocabulary, channels),
  });
}

/** out (T, C) += the sum of dy over the batch. */
export function positionGradient(shape: TableGradient): OpCall {
  const { dy, out, batch, context, channels } = shape;
  return opCall({
    op: 'embedding-positions-backward',
    reads: [dy],
    updates: [out],
    flops: batch * context * channels,
    lower: (target) => launch('embedding_positions_backward', shape, context, [dy, out], target),
    lowerToSimd: () => simdKernel('embeddingPositionsBackward', [dy, out, batch, context * channels]),
    reference: ({ reals }) => positionGradientReference(reals(dy), reals(out), batch, context * channels),
  });
}

function launch(
  entryPoint: string,
  {
    batch,
    context,
    channels,
    vocabulary,
    storage = 'real',
  }: EmbeddingSizes & { readonly storage?: MatrixStorage },
  rows: number, // of the tensor written
  operands: readonly Tensor[],
  target: Target,
): Lowered {
  const isWide = channels % 4 === 0;
  const width = isWide ? channels / 4 : channels;
  const matrix = matrixReader(storage, target, isWide);
  const kernel: KernelSpec = {
    label: `${entryPoint} ${rows}×${channels}`,
    files: [matrix.file, file],
    entryPoint,
    consts: { THREADS: threads },
    aliases: { Real: wide(target.real, isWide), Wide: wide('f32', isWide), Matrix: matrix.Matrix },
    overrides: { B: batch, T: context, C: width, V: vocabulary },
    access: operands.map((_, index) => (index === operands.length - 1 ? 'write' : 'read')),
  };
  return launches({ kernel, operands, workgroups: grid(Math.ceil((rows * width) / threads), target) });
}
