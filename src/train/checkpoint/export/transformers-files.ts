// The files beside the weights that let Transformers load a GPT: its configuration, and a tokenizer of characters or of
// byte pairs.
import { type BytePairs, bytesOfTokens, byteTokens } from '../../../data/byte-pairs';
import type { Vocabulary } from '../../../data/vocabulary';
import { wordPattern } from '../../../data/words';
import type { Gpt2 } from '../gpt2';
import { visibleBytes } from '../../../data/visible-bytes';

export function transformersConfig(gpt2: Gpt2): string {
  const { vocabulary, context, channels, heads, blocks, inner, embeddingDropout, residualDropout } = gpt2;
  return json({
    architectures: ['GPT2LMHeadModel'],
    model_type: 'gpt2',
    activation_function: 'gelu_new',
    vocab_size: vocabulary,
    n_positions: context,
    n_ctx: context,
    n_embd: channels,
    n_head: heads,
    n_layer: blocks,
    n_inner: inner,
    embd_pdrop: embeddingDropout,
    resid_pdrop: residualDropout,
    attn_pdrop: 0,
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

export function tokenizerFiles(vocabulary: Vocabulary, context: number): Record<string, string> {
  return {
    'tokenizer.json': json({
      version: '1.0',
      truncation: null,
      padding: null,
      normalizer: null,
      ...(vocabulary.kind === 'characters'
        ? characterTokenizer(vocabulary.characters)
        : bytePairTokenizer(vocabulary)),
    }),
    'tokenizer_config.json': json({
      tokenizer_class: 'PreTrainedTokenizerFast',
      model_max_length: context,
      clean_up_tokenization_spaces: false,
    }),
  };
}

/** Token i is `characters[i]`. A character that the text did not hold is refused. */
function characterTokenizer(characters: readonly string[]) {
  return {
    added_tokens: [],
    pre_tokenizer: { type: 'Split', pattern: { Regex: '[\\s\\S]' }, behavior: 'Isolated', invert: false },
    post_processor: null,
    decoder: { type: 'Fuse' },
    model: {
      type: 'WordLevel',
      vocab: Object.fromEntries(characters.map((character, token) => [character, token])),
      unk_token: '<unknown>',
    },
  };
}

/** Tokens are written with GPT-2's visible character for each byte. */
function bytePairTokenizer(vocabulary: BytePairs) {
  const { merges, gpt2 } = vocabulary;
  const pairs = byteTokens + merges.length;
  const names = bytesOfTokens(vocabulary)
    .slice(0, pairs)
    .map((bytes) => Array.from(bytes, (byte) => visibleBytes[byte]).join(''));
  const special = gpt2?.special ?? [];
  return {
    added_tokens: special.map((content, at) => ({
      id: pairs + at,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    pre_tokenizer: gpt2
      ? { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: true }
      : {
          type: 'Sequence',
          pretokenizers: [
            { type: 'Split', pattern: { Regex: wordPattern }, behavior: 'Isolated', invert: false },
            { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true, use_regex: false },
          ],
        },
    post_processor: null,
    decoder: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      vocab: Object.fromEntries([...names, ...special].map((name, token) => [name, token])),
      merges: merges.map(([left, right]) => `${names[left]} ${names[right]}`),
    },
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
