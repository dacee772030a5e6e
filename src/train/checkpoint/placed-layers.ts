// Every layer of a model with its path and the shapes that go in and come out. The layer types infer the shapes;
// nothing is allocated or computed.
import type { Builder, LayerType, Value } from '../../ops/layer';
import { layerTypes, type Layer } from '../../ops/layers';
import type { ModelSpec } from '../../model/spec';

export interface PlacedLayer {
  readonly layer: Layer;
  /** 'layers.3.0': it begins the names of the layer's parameters. */
  readonly path: string;
  /** The shape of one example. */
  readonly inputShape: readonly number[];
  readonly outputShape: readonly number[];
  /** The layers of a residual branch or a block. */
  readonly inside: readonly PlacedLayer[];
}

/** Throws the layer type's reason as an Error where the layers do not fit together. */
export function placeLayers({ layers, inputShape }: ModelSpec): readonly PlacedLayer[] {
  const holds = layerTypes[layers[0].kind].takes ?? 'reals';
  const shared = new Map<string, readonly number[]>();
  return chain(layers, { tensor: '', shape: inputShape, holds }, 'layers', shared);
}

function chain(
  layers: readonly Layer[],
  x: Value,
  prefix: string,
  shared: Map<string, readonly number[]>,
): readonly PlacedLayer[] {
  const placed: PlacedLayer[] = [];
  for (const [index, layer] of layers.entries()) {
    const shape = placed.at(-1)?.outputShape ?? x.shape;
    const holds = index === 0 ? x.holds : 'reals';
    placed.push(place(layer, { tensor: '', shape, holds }, `${prefix}.${index}`, shared));
  }
  return placed;
}

function place(layer: Layer, x: Value, path: string, shared: Map<string, readonly number[]>): PlacedLayer {
  let inside: readonly PlacedLayer[] = [];
  const refuse = (reason: string): never => {
    throw new Error(`${path} (${layer.kind}): ${reason}`);
  };
  const builder: Builder = {
    path,
    refuse,
    batch: 1,
    targets: '',
    checkpoints: false,
    tokenOrder: () => '',
    parameter(name, shape) {
      shared.set(`${path}.${name}`, shape);
      return name;
    },
    sharedParameter: (fullName) => ({
      tensor: fullName,
      shape: shared.get(fullName) ?? refuse(`there is no parameter ${fullName} before it`),
    }),
    parameterGradient: (parameter) => parameter,
    activation: (name) => name,
    emit: () => undefined,
    build(layers, value) {
      inside = chain(layers, value, path, shared);
      return {
        y: { ...value, shape: inside.at(-1)!.outputShape, holds: 'reals' },
        backward: () => undefined,
      };
    },
    again: (build) => build(),
  };
  const { y } = (layerTypes[layer.kind] as LayerType<Layer>).build(layer, x, builder);
  return { layer, path, inputShape: x.shape, outputShape: y.shape, inside };
}
