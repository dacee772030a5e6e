// The run that trains a GPT further on a text.
import type { ImportedText } from '../data/import/imported';
import type { Result } from '../base/result';
import { shapeOf } from '../train/run/data-shape';
import { parseRunConfig } from '../train/run/run-config';
import { dataOfFiles, inWindows } from './file-data';
import { modelOf, type ModelChoice } from './model-choice';
import { presets } from './presets';
import type { RunConfig } from './protocol';

export interface FineTuning {
  readonly shape: Omit<Extract<ModelChoice, { family: 'gpt' }>, 'family'>;
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
  const data = inWindows(dataOfFiles(text) as Extract<RunConfig['data'], { kind: 'text' }>, context);
  const base = presets.find(({ id }) => id === 'stories')!.config;
  return parseRunConfig({
    ...base,
    model: modelOf({ family: 'gpt', ...shape }, shapeOf(data)),
    data,
    validationExamples: Math.min(mostHeldOut, Math.floor(data.examples / 5)),
    steps,
    learningRate,
  });
}
