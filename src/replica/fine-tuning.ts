// The run that trains a GPT further on a text.
import { windowCount } from '../data/window-count';
import type { ImportedText } from '../data/import/imported';
import type { Result } from '../base/result';
import { parseRunConfig } from '../train/run/run-config';
import { modelOf } from './model-choice';
import { presets } from './presets';
import type { RunConfig } from './protocol';

export interface FineTuning {
  readonly shape: {
    readonly layers: number;
    readonly channels: number;
    readonly heads: number;
    readonly context: number;
    readonly dropout: number;
    readonly tied: boolean;
  };
  /** The text in the tokens of the model. */
  readonly text: ImportedText;
  readonly steps: number;
  readonly learningRate: number;
}

const mostHeldOut = 128;

/** The other settings are those of the preset of texts. Fails with a sentence where the text is too short. */
export function fineTuningConfig({
  shape,
  text,
  steps,
  learningRate,
}: FineTuning): Result<RunConfig, 'bad-config'> {
  const { context } = shape;
  const { name, sha256, bytes, characters, tokens, vocabulary, recipe, origin } = text;
  const examples = windowCount(tokens, context);
  const base = presets.find(({ id }) => id === 'stories')!.config;
  return parseRunConfig({
    ...base,
    model: modelOf({ family: 'gpt', ...shape }, { inputShape: [context], classes: vocabulary }),
    data: {
      kind: 'text',
      name,
      sha256,
      bytes,
      characters,
      tokens,
      vocabulary,
      context,
      examples,
      ...(recipe ? { recipe } : {}),
      ...(origin ? { origin } : {}),
    },
    validationExamples: Math.min(mostHeldOut, Math.floor(examples / 5)),
    steps,
    learningRate,
  });
}
