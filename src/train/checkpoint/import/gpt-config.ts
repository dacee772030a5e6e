// The config.json of a GPT-2 that Transformers wrote, as the shape of a model that Lockstep can build. What it cannot build
// is named.
import { inFull, say, type Saying } from '../../../base/sayings';
import * as v from 'valibot';
import { groupDigits } from '../../../base/group-digits';
import { fail, ok, type Result } from '../../../base/result';
import { mostPairTokens } from '../../../data/byte-pairs';
import type { GptSize } from '../../../model/presets';
import { type FileProblem, short } from '../safetensors-file';
import { readJson } from './read-json';

export interface GptShape extends GptSize {
  /** The dropout after the embedding and in the branches; attention has none. */
  readonly dropout: number;
  readonly tied: boolean;
}

export interface GptConfig extends GptShape {
  /** Rows of its token table. */
  readonly rows: number;
}

/** GPT-2's epsilon, and the only one of our layer norm (src/ops/layer-norm). */
const epsilon = 1e-5;
/** The limit of the run's configuration. */
const mostContext = 4096;
const mostLayers = 60;
const mostChannels = 4096;

const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const rate = v.pipe(v.number(), v.minValue(0), v.maxValue(0.9));
/** The schema with Transformers' defaults for GPT-2. */
const schema = v.object({
  model_type: v.string(),
  vocab_size: count,
  n_positions: count,
  n_embd: count,
  n_head: count,
  n_layer: count,
  n_inner: v.optional(v.nullable(count), null),
  activation_function: v.optional(v.string(), 'gelu_new'),
  layer_norm_epsilon: v.optional(v.number(), epsilon),
  resid_pdrop: v.optional(rate, 0.1),
  scale_attn_weights: v.optional(v.boolean(), true),
  scale_attn_by_inverse_layer_idx: v.optional(v.boolean(), false),
  add_cross_attention: v.optional(v.boolean(), false),
  tie_word_embeddings: v.optional(v.boolean(), true),
});

export async function readGptConfig(file: Blob): Promise<Result<GptConfig, FileProblem>> {
  const read = await readJson(file, 'config.json', schema);
  if (!read.ok) return read;
  const c = read.value;
  const misfit = misfitOf(c);
  if (misfit !== undefined) return fail('foreign', misfit);
  return ok({
    layers: c.n_layer,
    channels: c.n_embd,
    heads: c.n_head,
    context: c.n_positions,
    dropout: c.resid_pdrop,
    tied: c.tie_word_embeddings,
    rows: c.vocab_size,
  });
}

function misfitOf(c: v.InferOutput<typeof schema>): Saying | undefined {
  if (c.model_type !== 'gpt2') return say('model-of-other-type', { type: short(c.model_type) });
  const other = otherComputation(c);
  if (other !== undefined) return inFull(say('model-misfit'), `the model does not fit: ${other}`);
  if (c.vocab_size > mostRows) return say('model-of-many-tokens', { given: c.vocab_size, most: mostRows });
  if (c.n_positions > mostContext)
    return say('model-of-many-positions', { given: c.n_positions, most: mostContext });
  if (c.n_layer > mostLayers) return say('model-of-many-layers', { given: c.n_layer, most: mostLayers });
  return c.n_embd > mostChannels
    ? say('model-of-many-channels', { given: c.n_embd, most: mostChannels })
    : undefined;
}

/** What its layers compute that ours do not. */
function otherComputation(c: v.InferOutput<typeof schema>): string | undefined {
  if (!tanhGelus.includes(c.activation_function))
    return `its activation is “${short(c.activation_function)}”; only “gelu_new” is computed here`;
  if (c.n_embd % c.n_head !== 0)
    return `its ${groupDigits(c.n_embd)} channels are no whole number for each of ${groupDigits(c.n_head)} heads`;
  if (c.n_inner !== null && c.n_inner !== 4 * c.n_embd)
    return `its inner layers are ${groupDigits(c.n_inner)} wide; only four times the ${groupDigits(c.n_embd)} channels fit`;
  if (c.layer_norm_epsilon !== epsilon)
    return `its layer norms add ${c.layer_norm_epsilon}; only ${epsilon} is computed here`;
  if (!c.scale_attn_weights || c.scale_attn_by_inverse_layer_idx)
    return 'its attention is scaled in another way than by the root of the head’s width';
  return c.add_cross_attention ? 'it has cross attention' : undefined;
}

/** Names of the tanh form. */
const tanhGelus = ['gelu_new', 'gelu_pytorch_tanh'];
/** Rows without a token are left out: some models round their tables up. */
const mostRows = 2 * mostPairTokens;
