// Recognizes a model that is GPT-2 as Transformers builds it: norms first, gelu by tanh, dropout at GPT-2's places.
// Its parameters then have the names of GPT2LMHeadModel.
import type { Layer, ModelSpec } from '../../model/spec';

export interface Gpt2 {
  readonly vocabulary: number;
  readonly context: number;
  readonly channels: number;
  readonly heads: number;
  readonly blocks: number;
  /** Width inside a block's dense layers. */
  readonly inner: number;
  readonly embeddingDropout: number;
  readonly residualDropout: number;
  /** The head shares the token table. Otherwise it has a bias, which Transformers' head lacks. */
  readonly isTied: boolean;
  /** Our parameter's name → Transformers'. */
  readonly names: ReadonlyMap<string, string>;
}

type LayerOf<Kind extends Layer['kind']> = Extract<Layer, { kind: Kind }>;

interface Block {
  readonly heads: number;
  readonly inner: number;
  readonly dropout: number;
}

/** Undefined: it is another model. */
export function gpt2Of({ layers, inputShape }: ModelSpec): Gpt2 | undefined {
  const [first, ...others] = layers;
  if (first.kind !== 'embedding') return undefined;
  const { vocabulary, channels } = first;
  const afterDropout = others[0]?.kind === 'dropout' ? others.slice(1) : others;
  const blocks = afterDropout.slice(0, -2).map((layer) => blockOf(layer, channels));
  const [norm, head] = afterDropout.slice(-2);
  const isTied = head?.kind === 'tied-head' && (head.to ?? 'layers.0.tokens') === 'layers.0.tokens';
  const isHead = isTied || (head !== undefined && isDense(head, vocabulary, 'none'));
  if (norm?.kind !== 'layer-norm' || !isHead || !areAlike(blocks)) return undefined;
  const { heads, inner, dropout } = blocks[0];
  return {
    vocabulary,
    channels,
    heads,
    inner,
    isTied,
    context: inputShape[0],
    blocks: blocks.length,
    embeddingDropout: others[0].kind === 'dropout' ? others[0].rate : 0,
    residualDropout: dropout,
    names: namesOf(layers),
  };
}

function areAlike(blocks: readonly (Block | undefined)[]): blocks is readonly [Block, ...Block[]] {
  const [first] = blocks;
  return first !== undefined && blocks.every((block) => JSON.stringify(block) === JSON.stringify(first));
}

function blockOf(layer: Layer, channels: number): Block | undefined {
  if (layer.kind !== 'block' || layer.layers.length !== 2) return undefined;
  const [attending, thinking] = layer.layers;
  if (attending.kind !== 'residual' || thinking.kind !== 'residual') return undefined;
  const [norm, attention, ...dropout] = attending.layers;
  const [secondNorm, widen, narrow, ...secondDropout] = thinking.layers;
  const isBlock =
    norm.kind === 'layer-norm' &&
    attention?.kind === 'attention' &&
    secondNorm.kind === 'layer-norm' &&
    widen !== undefined &&
    isDense(widen, undefined, 'gelu') &&
    narrow !== undefined &&
    isDense(narrow, channels, 'none');
  const rates = [dropoutOf(dropout), dropoutOf(secondDropout)];
  if (!isBlock || rates[0] === undefined || rates[0] !== rates[1]) return undefined;
  return { heads: attention.heads, inner: widen.units, dropout: rates[0] };
}

/** 0: none. Undefined: other layers come there. */
function dropoutOf(layers: readonly Layer[]): number | undefined {
  const [first] = layers;
  if (first === undefined) return 0;
  return layers.length === 1 && first.kind === 'dropout' ? first.rate : undefined;
}

function isDense(
  layer: Layer,
  units: number | undefined,
  activation: 'none' | 'gelu',
): layer is LayerOf<'dense'> {
  return (
    layer.kind === 'dense' &&
    layer.isPositionwise === true &&
    layer.activation === activation &&
    (units === undefined || layer.units === units)
  );
}

function namesOf(layers: readonly Layer[]): ReadonlyMap<string, string> {
  const names = new Map([
    ['layers.0.tokens', 'transformer.wte.weight'],
    ['layers.0.positions', 'transformer.wpe.weight'],
  ]);
  const norm = (ours: string, theirs: string): void => {
    names.set(`${ours}.scale`, `${theirs}.weight`);
    names.set(`${ours}.offset`, `${theirs}.bias`);
  };
  const dense = (ours: string, theirs: string): void => {
    for (const part of ['weight', 'bias']) names.set(`${ours}.${part}`, `${theirs}.${part}`);
  };
  let block = 0;
  for (const [index, { kind }] of layers.entries()) {
    const ours = `layers.${index}`;
    if (kind === 'layer-norm') norm(ours, 'transformer.ln_f');
    if (kind === 'dense') dense(ours, 'lm_head');
    if (kind !== 'block') continue;
    const theirs = `transformer.h.${block++}`;
    norm(`${ours}.0.0`, `${theirs}.ln_1`);
    dense(`${ours}.0.1.qkv`, `${theirs}.attn.c_attn`);
    dense(`${ours}.0.1.out`, `${theirs}.attn.c_proj`);
    norm(`${ours}.1.0`, `${theirs}.ln_2`);
    dense(`${ours}.1.1`, `${theirs}.mlp.c_fc`);
    dense(`${ours}.1.2`, `${theirs}.mlp.c_proj`);
  }
  return names;
}
