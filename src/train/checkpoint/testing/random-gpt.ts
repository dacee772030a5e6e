// A GPT-2 of true vocabulary, 50,257, small width and random weights, as the files of Transformers.
import { bytesOf, concatBytes } from '../../../base/bytes';
import { toHalfs } from '../../../base/float16';
import { prng } from '../../../base/prng';
import { inEnglish } from '../../../cli/english/in-english';
import { recipeOf } from '../../../data/recipe-tokens';
import { gpt2Lines, gpt2Names } from '../../../data/testing/gpt2';
import { vocabularySize } from '../../../data/vocabulary';
import { windowCount } from '../../../data/window-count';
import { gptPreset, type GptSize } from '../../../model/presets';
import { parseRunConfig, type RunConfig } from '../../run/run-config';
import { testConfig } from '../../testing/real-ring';
import { transformersConfig } from '../export/transformers-files';
import { gpt2Of } from '../gpt2';
import type { ForeignGpt } from '../import/foreign-gpt';
import type { GptFiles } from '../import/gpt-files';
import { safetensorsHead, type FileTensor } from '../safetensors-header';
import { tensorLayouts } from '../tensor-layout';

export const gpt2Tokens = 50_257;

/** `rows`: of its token table; those beyond GPT-2's tokens have no text. Each value is one that the format holds. */
export function randomGpt(
  size: GptSize,
  dtype: 'F32' | 'F16' | 'BF16' = 'F16',
  rows = gpt2Tokens,
): Required<Omit<GptFiles, 'shards'>> {
  const random = prng('gpt', dtype);
  const model = gptPreset({ ...size, vocabulary: rows, dropout: 0, tied: true });
  const layouts = tensorLayouts(model);
  const tensors = layouts.map(({ name, shape }): FileTensor => ({ name, dtype, shape }));
  const parts = layouts.map(({ name, length }) => {
    const isScale = /ln_\w+\.weight$/.test(name);
    const values = Float32Array.from({ length }, () => (isScale ? 1 : 0) + 0.05 * random.normal());
    if (dtype === 'F32') return bytesOf(values);
    if (dtype === 'F16') return bytesOf(toHalfs(values));
    return bytesOf(Uint16Array.from(new Uint32Array(values.buffer), (bits) => bits >>> 16));
  });
  const names = [...gpt2Names, '<|endoftext|>'];
  const json = (value: unknown): Blob => new Blob([JSON.stringify(value)]);
  return {
    weights: new Blob([concatBytes(safetensorsHead(tensors, { format: 'pt' }), ...parts)]),
    config: new Blob([transformersConfig(gpt2Of(model)!)]),
    tokenizer: json(Object.fromEntries(names.map((name, id) => [name, id]))),
    merges: new Blob([['#version: 0.2', ...gpt2Lines, ''].join('\n')]),
  };
}

/** A run that trains all of it, on a text that nobody has. */
export function runOfGpt({ shape, vocabulary }: ForeignGpt): RunConfig {
  const { context } = shape;
  const tokens = 5000;
  const size = vocabularySize(vocabulary);
  const config = parseRunConfig({
    ...testConfig,
    model: gptPreset({ ...shape, vocabulary: size }),
    data: {
      kind: 'text',
      name: 'rhyme',
      sha256: 'a'.repeat(64),
      characters: tokens,
      tokens,
      examples: windowCount(tokens, context),
      context,
      vocabulary: size,
      recipe: recipeOf(vocabulary),
    },
    validationExamples: 4,
  });
  if (!config.ok) throw new Error(inEnglish(config.error.says));
  return config.value;
}
