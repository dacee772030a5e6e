// Every layer of a model with its path, the shapes that go in and come out, and its parameters. The layer types infer
// them; nothing is allocated or computed.
import { SaidError } from '../../base/said-error';
import { say, type Saying } from '../../base/sayings';
import { sizeOf, type Builder, type LayerType, type Value } from '../../ops/layer';
import { layerTypes, type Layer } from '../../ops/layers';
import type { ModelSpec } from '../spec';
import { layerMisfit } from './layer-misfits';

export interface PlacedLayer {
  readonly layer: Layer;
  /** 'layers.3.0': it begins the names of the layer's parameters. */
  readonly path: string;
  /** The shape of one example. */
  readonly inputShape: readonly number[];
  readonly outputShape: readonly number[];
  /** Those of the layers inside too. */
  readonly parameterCount: number;
  /** The layers of a residual branch. */
  readonly inside: readonly PlacedLayer[];
}

/** Told of each layer that does not go with what comes before it. */
type OnMisfit = (path: string, why: Saying) => void;

/** With `onMisfit` a layer that does not fit gives what it is given, and the layers after it are placed too. Without,
 *  throws SaidError at the first. */
export function placeLayers(
  { layers, inputShape }: Pick<ModelSpec, 'layers' | 'inputShape'>,
  onMisfit?: OnMisfit,
): readonly PlacedLayer[] {
  const holds = layerTypes[layers[0].kind].takes ?? 'reals';
  const shared = new Map<string, readonly number[]>();
  return new Placing(shared, onMisfit).chain(layers, { tensor: '', shape: inputShape, holds }, 'layers');
}

class Misfit extends SaidError {}

class Placing {
  constructor(
    private readonly shared: Map<string, readonly number[]>,
    private readonly onMisfit: OnMisfit | undefined,
  ) {}

  chain(layers: readonly Layer[], x: Value, prefix: string): readonly PlacedLayer[] {
    const placed: PlacedLayer[] = [];
    for (const [index, layer] of layers.entries()) {
      const shape = placed.at(-1)?.outputShape ?? x.shape;
      const holds = index === 0 ? x.holds : 'reals';
      placed.push(this.place(layer, { tensor: '', shape, holds }, `${prefix}.${index}`));
    }
    return placed;
  }

  private place(layer: Layer, x: Value, path: string): PlacedLayer {
    const { shared } = this;
    let inside: readonly PlacedLayer[] = [];
    let ownParameters = 0;
    const refuse = (reason: Saying): never => {
      throw new Misfit(this.onMisfit ? reason : layerMisfit(path, layer.kind, reason));
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
        ownParameters += sizeOf(shape);
        return name;
      },
      matrixStorage: 'real',
      adapterOf: () => undefined,
      sharedParameter: (fullName) => ({
        tensor: fullName,
        shape: shared.get(fullName) ?? refuse(say('layer-no-table', { name: fullName })),
        storage: 'real',
      }),
      parameterGradient: (parameter) => parameter,
      activation: (name) => name,
      emit: () => undefined,
      build: (layers, value) => {
        inside = this.chain(layers, value, path);
        const last = inside.at(-1)!;
        return {
          y: { ...value, shape: last.outputShape, holds: 'reals' },
          keepsOutput: keepsOutput(last),
          backward: () => undefined,
        };
      },
      again: (build) => build(),
    };
    const type = layerTypes[layer.kind] as LayerType<Layer>;
    let outputShape = x.shape;
    try {
      if ((type.takes ?? 'reals') !== x.holds)
        refuse(say(type.takes ? 'layer-takes-tokens' : 'layer-after-tokens'));
      outputShape = type.build(layer, x, builder).y.shape;
    } catch (error) {
      if (!(error instanceof Misfit) || !this.onMisfit) throw error;
      this.onMisfit(path, error.says);
    }
    const parameterCount = ownParameters + inside.reduce((sum, one) => sum + one.parameterCount, 0);
    return { layer, path, inputShape: x.shape, outputShape, parameterCount, inside };
  }
}

/** Whether the layer's backward pass reads what it gives. */
function keepsOutput({ layer, inside }: PlacedLayer): boolean {
  if (layer.kind === 'block') return inside.length > 0 && keepsOutput(inside.at(-1)!);
  return 'activation' in layer && (layer.activation === 'relu' || layer.activation === 'tanh');
}
