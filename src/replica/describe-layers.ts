// A model made by hand, layer by layer: what each layer gives and holds, and every misfit where it stands.
import { say, type Saying } from '../base/sayings';
import { layerMisfit, layerMisfits, type LayerMisfit } from '../model/plan/layer-misfits';
import { placeLayers, type PlacedLayer } from '../model/plan/place-layers';
import type { Layer } from '../model/spec';
import { rowKinds } from './layer-rows';

export interface DescribedLayers {
  /** Every layer, those of branches too, by its path. */
  readonly placed: ReadonlyMap<string, Pick<PlacedLayer, 'outputShape' | 'parameterCount'>>;
  readonly misfits: readonly LayerMisfit[];
}

/** The list of a run has 64, with that of the outputs. */
const mostLayers = 63;
/** 1 GiB of f32, as a whole model may have. */
const mostParameters = 2 ** 28;
/** Numbers that a layer gives for one example: 16 MiB of f32. */
const mostOutputs = 2 ** 22;

/** Never throws, whatever the list holds. */
export function describeLayers(list: unknown, inputShape: readonly number[]): DescribedLayers {
  const misfits = [...layerMisfits(list, rowKinds)];
  const placed = new Map<string, PlacedLayer>();
  if (Array.isArray(list) && list.length > mostLayers)
    misfits.push({
      path: 'layers',
      kind: '',
      why: say('layers-too-many', { count: list.length, most: mostLayers }),
    });
  if (misfits.some(({ path }) => path === 'layers')) return { placed, misfits };
  const layers = withStandIns(list as readonly Layer[], 'layers', new Set(misfits.map(({ path }) => path)));
  const kinds = new Map<string, string>();
  const found: { readonly path: string; readonly why: Saying }[] = [];
  const note = (all: readonly PlacedLayer[]): void => {
    for (const one of all) {
      const { path, layer, parameterCount, outputShape, inside } = one;
      placed.set(path, one);
      kinds.set(path, layer.kind);
      if (parameterCount > mostParameters)
        found.push({
          path,
          why: say('layer-too-many-parameters', { count: parameterCount, most: mostParameters }),
        });
      if (outputShape.reduce((product, size) => product * size, 1) > mostOutputs)
        found.push({
          path,
          why: say('layer-output-too-large', { shape: outputShape.join(' × '), most: mostOutputs }),
        });
      note(inside);
    }
  };
  if (layers.length > 0)
    note(placeLayers({ layers, inputShape }, (path, why) => void found.push({ path, why })));
  misfits.push(...found.map(({ path, why }) => ({ path, kind: kinds.get(path)!, why })));
  return { placed, misfits };
}

/** The first misfit, with its layer's number; undefined: the layers are a model for this data. */
export function layersProblem(list: unknown, inputShape: readonly number[]): Saying | undefined {
  const [first] = describeLayers(list, inputShape).misfits;
  return first && layerMisfit(first.path, first.kind, first.why);
}

/** Layers that cannot be built give what they are given, so that the others are placed nevertheless. */
function withStandIns(list: readonly Layer[], path: string, odd: ReadonlySet<string>): readonly Layer[] {
  return list.map((layer, index): Layer => {
    const here = `${path}.${index}`;
    if (odd.has(here)) return { kind: 'dropout', rate: 0.5 };
    return layer.kind === 'residual' ? { ...layer, layers: withStandIns(layer.layers, here, odd) } : layer;
  });
}
