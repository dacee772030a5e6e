// The models that a form or a command line offers: four families and their sizes, to a spec and back. A spec that no
// form made has no choice: it is used as it is.
import { cnnPreset, gptPreset, linearPreset, mlpPreset, type CnnSize, type GptSize } from '../model/presets';
import type { Activation, AmountLoss, Layer, ModelSpec } from '../model/spec';

export type ModelChoice =
  | { readonly family: 'linear' }
  | { readonly family: 'mlp'; readonly hidden: readonly number[]; readonly activation: Activation }
  | ({ readonly family: 'cnn' } & CnnSize)
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
function familyModel(choice: ModelChoice, inputShape: readonly number[], outputs: number): ModelSpec {
  switch (choice.family) {
    case 'linear':
      return linearPreset(inputShape, outputs);
    case 'mlp':
      return mlpPreset(inputShape, outputs, choice.hidden, choice.activation);
    case 'cnn':
      return cnnPreset(inputShape, outputs, choice);
    case 'gpt':
      return gptPreset({ ...choice, vocabulary: outputs });
    default:
      return choice satisfies never;
  }
}

function familyOf({ layers }: ModelSpec): ModelFamily {
  if (layers.some(({ kind }) => kind === 'embedding')) return 'gpt';
  if (layers.some(({ kind }) => kind === 'conv2d')) return 'cnn';
  return layers.length === 1 ? 'linear' : 'mlp';
}

/** The choice of a form that is closest to the spec. */
export function choiceOf(spec: ModelSpec): ModelChoice {
  const family = familyOf(spec);
  const all = spec.layers.flatMap(nested);
  const of = <K extends Layer['kind']>(kind: K): Extract<Layer, { kind: K }>[] =>
    all.filter((layer): layer is Extract<Layer, { kind: K }> => layer.kind === kind);
  switch (family) {
    case 'linear':
      return { family };
    case 'mlp': {
      const hidden = of('dense').slice(0, -1);
      return {
        family,
        hidden: hidden.map(({ units }) => units),
        activation: hidden[0]?.activation ?? 'relu',
      };
    }
    case 'cnn':
      return {
        family,
        filters: of('conv2d').map(({ filters }) => filters),
        units: of('dense').slice(0, -1)[0]?.units ?? 0,
      };
    case 'gpt':
      return {
        family,
        layers: of('attention').length,
        channels: of('embedding')[0].channels,
        heads: of('attention')[0]?.heads ?? 1,
        context: spec.inputShape[0],
        dropout: of('dropout')[0]?.rate ?? 0,
        tied: of('tied-head').length > 0,
      };
    default:
      return family satisfies never;
  }
}

function nested(layer: Layer): readonly Layer[] {
  return layer.kind === 'residual' || layer.kind === 'block' ? layer.layers.flatMap(nested) : [layer];
}
