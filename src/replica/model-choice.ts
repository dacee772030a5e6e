// The models that a form or a command line offers: families and their sizes, or a list of layers, to a spec. The way
// back is choice-of.ts, which first screens do without.
import {
  cnnPreset,
  gptPreset,
  layersPreset,
  linearPreset,
  mlpPreset,
  type CnnSize,
  type GptSize,
} from '../model/presets';
import type { Activation, AmountLoss, Layer, ModelSpec } from '../model/spec';

export type ModelChoice =
  | { readonly family: 'linear' }
  | { readonly family: 'mlp'; readonly hidden: readonly number[]; readonly activation: Activation }
  | ({ readonly family: 'cnn' } & CnnSize)
  /** Made by hand: all layers but the last, which gives the classes or amounts. */
  | { readonly family: 'layers'; readonly layers: readonly Layer[] }
  | ({ readonly family: 'gpt'; readonly dropout: number; readonly tied: boolean } & GptSize);

export type ModelFamily = ModelChoice['family'];

/** The data's demands on a model. For text, `classes` is the vocabulary, and the window is the model's own context. */
export interface ModelData {
  readonly inputShape: readonly number[];
  readonly classes: number;
  /** What is predicted in place of classes. */
  readonly amounts?: readonly unknown[];
}

/** `loss`: of amounts. */
export function modelOf(
  choice: ModelChoice,
  { inputShape, classes, amounts }: ModelData,
  loss: AmountLoss = 'squared',
): ModelSpec {
  const spec = familyModel(choice, inputShape, amounts?.length ?? classes);
  return amounts ? { ...spec, loss } : spec;
}

/** `outputs`: classes, or amounts. */
export function familyModel(choice: ModelChoice, inputShape: readonly number[], outputs: number): ModelSpec {
  switch (choice.family) {
    case 'linear':
      return linearPreset(inputShape, outputs);
    case 'mlp':
      return mlpPreset(inputShape, outputs, choice.hidden, choice.activation);
    case 'cnn':
      return cnnPreset(inputShape, outputs, choice);
    case 'layers':
      return layersPreset(inputShape, outputs, choice.layers);
    case 'gpt':
      return gptPreset({ ...choice, vocabulary: outputs });
    default:
      return choice satisfies never;
  }
}
