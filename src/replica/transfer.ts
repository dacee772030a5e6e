// New classes on the features of a saved run: its layers up to the last one, on pictures or sounds of the same shape. Pure.
import type { ImageRecipe, SoundRecipe } from '../data/recipe';
import type { Result } from '../base/result';
import { endOf } from '../model/engine';
import { compile } from '../model/plan/plan';
import { type ModelSpec, wholeSpec } from '../model/spec';
import { shapeOf } from '../train/run/data-shape';
import { parseRunConfig } from '../train/run/run-config';
import type { DataChoice, RunConfig } from './protocol';

export interface Features {
  /** Examples are read with it, so that they have the model's shape. Undefined: they have it as they are, or do not fit. */
  readonly recipe: ImageRecipe | SoundRecipe | undefined;
  /** The numbers of first layers that may be frozen, the greatest first. */
  readonly frozenLayers: readonly number[];
}

export interface TransferWish {
  readonly data: DataChoice;
  readonly steps: number;
  readonly learningRate: number;
}

const mostHeldOut = 2000;

/** Undefined: the model has none that new classes could be trained on, or its examples are neither pictures nor sounds. A
 *  table would be scaled by other numbers. */
export function featuresOf({ model, data }: Pick<RunConfig, 'model' | 'data'>): Features | undefined {
  if (data.kind !== 'idx' && data.kind !== 'digits') return undefined;
  const head = model.layers.at(-1)!;
  const layers = layersWithParameters(model);
  if (model.adapters || head.kind !== 'dense' || layers.length < 2) return undefined;
  return { recipe: recipeOf(data), frozenLayers: layers.slice(1).reverse() };
}

/** The count of trained parameters where so many first layers are frozen, four bytes each in a sum. `classes`: of the new
 *  last layer. */
export function trainedOnFeatures(model: ModelSpec, classes: number, frozenLayers: number): number {
  return endOf(compile({ ...withNewHead(model, classes), frozenLayers }, 1).slots);
}

/** The run of the whole model with a new last layer; its other settings are those of the saved run. */
export function transferConfig(
  { base: _, uneven: _mixture, ...saved }: RunConfig,
  { data, steps, learningRate }: TransferWish,
): Result<RunConfig, 'bad-config'> {
  return parseRunConfig({
    ...saved,
    model: withNewHead(saved.model, shapeOf(data).classes),
    data,
    validationExamples: Math.min(mostHeldOut, Math.floor(data.examples / 5)),
    steps,
    learningRate,
  });
}

/** The whole model with another last layer. */
export function withNewHead(model: ModelSpec, classes: number): ModelSpec {
  const { layers, ...whole } = wholeSpec(model);
  const head = layers.at(-1)!;
  return {
    ...whole,
    layers: [...layers.slice(0, -1), head.kind === 'dense' ? { ...head, units: classes } : head],
    loss: 'softmax-cross-entropy',
  };
}

/** The numbers of those layers that have parameters of their own. */
function layersWithParameters(model: ModelSpec): readonly number[] {
  const { slots } = compile(wholeSpec(model), 1);
  return [...new Set(slots.map(({ name }) => Number(name.split('.')[1])))];
}

function recipeOf(data: DataChoice): Features['recipe'] {
  if (data.kind === 'idx' && data.recipe) return data.recipe;
  const [height, width, channels = 1] = shapeOf(data).inputShape;
  if (height !== width || (channels !== 1 && channels !== 3)) return undefined;
  return { kind: 'images', side: height, channels };
}
