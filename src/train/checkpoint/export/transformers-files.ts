// The files beside the weights that let Transformers load a GPT of characters: its configuration and a tokenizer with
// one token a character.
import type { Gpt2 } from '../gpt2';

export function transformersConfig(gpt2: Gpt2): string {
  const { vocabulary, context, channels, heads, blocks, inner, embeddingDropout, residualDropout } = gpt2;
  return json({
    architectures: ['GPT2LMHeadModel'],
    model_type: 'gpt2',
    activation_function: 'gelu_new',
    ...{ vocab_size: vocabulary, n_positions: context, n_ctx: context },
    ...{ n_embd: channels, n_head: heads, n_layer: blocks, n_inner: inner },
    ...{ embd_pdrop: embeddingDropout, resid_pdrop: residualDropout, attn_pdrop: 0 },
    layer_norm_epsilon: 1e-5,
    initializer_range: 0.02,
    scale_attn_weights: true,
    tie_word_embeddings: true,
    // Texts have no token of their own for a beginning or an end.
    bos_token_id: null,
    eos_token_id: null,
    torch_dtype: 'float32',
  });
}

/** Token i is `characters[i]`. A character that the text did not hold is refused. */
export function tokenizerFiles(characters: readonly string[], context: number): Record<string, string> {
  return {
    'tokenizer.json': json({
      version: '1.0',
      truncation: null,
      padding: null,
      added_tokens: [],
      normalizer: null,
      pre_tokenizer: { type: 'Split', pattern: { Regex: '[\\s\\S]' }, behavior: 'Isolated', invert: false },
      post_processor: null,
      decoder: { type: 'Fuse' },
      model: {
        type: 'WordLevel',
        vocab: Object.fromEntries(characters.map((character, token) => [character, token])),
        unk_token: '<unknown>',
      },
    }),
    'tokenizer_config.json': json({
      tokenizer_class: 'PreTrainedTokenizerFast',
      model_max_length: context,
      clean_up_tokenization_spaces: false,
    }),
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
