// The choice of a form that is closest to a spec. A spec that no form made has no choice: it is used as it is.
import type { Layer, ModelSpec } from '../model/spec';
import { layersOfRows, rowsOfLayers } from './layer-rows';
import { familyModel, type ModelChoice, type ModelFamily } from './model-choice';

function familyOf({ layers }: ModelSpec): Exclude<ModelFamily, 'layers'> {
  if (layers.some(({ kind }) => kind === 'embedding')) return 'gpt';
  if (layers.some(({ kind }) => kind === 'conv2d')) return 'cnn';
  return layers.length === 1 ? 'linear' : 'mlp';
}

/** The choice of a form that is closest to the spec. */
export function choiceOf(spec: ModelSpec): ModelChoice {
  const choice = familyChoice(spec);
  const { layers, inputShape } = spec;
  const head = layers.at(-1);
  if (choice.family === 'gpt' || head?.kind !== 'dense') return choice;
  const layersOfFamily = familyModel(choice, inputShape, head.units).layers;
  if (JSON.stringify(layersOfFamily) === JSON.stringify(layers)) return choice;
  const rows = rowsOfLayers(layers.slice(0, -1));
  return rows ? { family: 'layers', layers: layersOfRows(rows) } : choice;
}

function familyChoice(spec: ModelSpec): ModelChoice {
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
