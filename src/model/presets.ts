// Models by name. A spec is data, so a preset is a function that returns a spec.
import type { Activation, Layer, ModelSpec } from './spec';

/** Dense layers of the given widths, each with the activation, then a dense layer for the classes. */
export function mlpPreset(
  inputShape: readonly number[],
  classes: number,
  hidden: readonly number[],
  activation: Activation,
): ModelSpec {
  return {
    name: ['mlp', ...hidden].join('-'),
    inputShape,
    layers: [
      ...hidden.map((units) => ({ kind: 'dense', units, activation }) as const),
      { kind: 'dense', units: classes, activation: 'none' },
    ],
    loss: 'softmax-cross-entropy',
  };
}

/** Softmax regression: no hidden layer. */
export function linearPreset(inputShape: readonly number[], classes: number): ModelSpec {
  return { ...mlpPreset(inputShape, classes, [], 'none'), name: 'linear' };
}

/** Parameters with images of 28 × 28 × 1 and ten classes. */
export const cnnSizes = {
  small: { filters: [8, 16], units: 0 }, // 9,098
  medium: { filters: [16, 32], units: 128 }, // 206,922
} as const satisfies Record<string, CnnSize>;

export interface CnnSize {
  /** The filters of 3 × 3 convolutions, each with relu and a max-pool that halves the image. */
  readonly filters: readonly number[];
  /** The units of the dense layer before the classes; 0: none. */
  readonly units: number;
}

export function cnnPreset(
  inputShape: readonly number[],
  classes: number,
  { filters, units }: CnnSize,
): ModelSpec {
  const activation = 'relu';
  const head: readonly Layer[] = units > 0 ? [{ kind: 'dense', units, activation }] : [];
  return {
    name: ['cnn', ...filters, ...(units > 0 ? [units] : [])].join('-'),
    inputShape,
    layers: [
      ...filters.flatMap((count): Layer[] => [
        { kind: 'conv2d', filters: count, size: 3, padding: 'same', activation },
        { kind: 'max-pool', size: 2 },
      ]),
      ...head,
      { kind: 'dense', units: classes, activation: 'none' },
    ],
    loss: 'softmax-cross-entropy',
  };
}

export interface ResidualSize {
  /** The channels of each stage; each later one halves the image. Multiples of `groups`. */
  readonly widths: readonly number[];
  /** Residual layers of a stage. */
  readonly blocks: number;
  readonly groups: number;
}

/** Parameters with images of 28 × 28 × 1 and ten classes: 28,426. */
export const usualResidual: ResidualSize = { widths: [16, 32], blocks: 1, groups: 8 };

/** Residual stages (He et al. 2016), norms first, without the layer for the classes. */
export function residualLayers({ widths, blocks, groups }: ResidualSize): readonly Layer[] {
  const conv = (filters: number, activation: Activation, stride?: number): Layer => ({
    kind: 'conv2d',
    filters,
    size: 3,
    ...(stride === undefined ? {} : { stride }),
    padding: 'same',
    activation,
  });
  return [
    ...widths.flatMap((filters, stage): Layer[] => [
      conv(filters, 'none', stage === 0 ? undefined : 2),
      ...Array.from({ length: blocks }, (): Layer => ({
        kind: 'residual',
        layers: [{ kind: 'group-norm', groups }, conv(filters, 'relu'), conv(filters, 'none')],
      })),
    ]),
    { kind: 'group-norm', groups },
    { kind: 'average-pool', size: 'all' },
  ];
}

/** The given layers, then a dense layer for the classes. */
export function layersPreset(
  inputShape: readonly number[],
  classes: number,
  layers: readonly Layer[],
): ModelSpec {
  return {
    name: `layers-${layers.length}`,
    inputShape,
    layers: [...layers, { kind: 'dense', units: classes, activation: 'none' }],
    loss: 'softmax-cross-entropy',
  };
}

export interface GptSize {
  readonly context: number; // T
  readonly channels: number; // C
  readonly heads: number;
  readonly layers: number; // blocks
}

/** Parameters with 65 characters and a tied head. */
export const gptSizes = {
  tiny: { context: 32, channels: 24, heads: 2, layers: 1 }, // 9,600
  mini: { context: 64, channels: 64, heads: 4, layers: 2 }, // 108,352
  small: { context: 128, channels: 128, heads: 4, layers: 4 }, // 818,048
  medium: { context: 256, channels: 384, heads: 6, layers: 6 }, // 10,770,816
  large: { context: 256, channels: 512, heads: 8, layers: 12 }, // 37,993,984
} as const satisfies Record<string, GptSize>;

/** A decoder-only transformer, norms first, as GPT-2 (Radford et al. 2019). Initial weights are normal with deviation
 *  0.02. For weights that write to the residual stream the deviation is divided by √(2 · layers). */
export function gptPreset({
  vocabulary,
  context,
  channels,
  heads,
  layers,
  dropout,
  tied,
}: GptSize & {
  readonly vocabulary: number;
  /** Rate after the embedding and in both branches of a block; 0: none. */
  readonly dropout: number;
  /** The head shares the token table. */
  readonly tied: boolean;
}): ModelSpec {
  const deviation = 0.02;
  const outDeviation = deviation / Math.sqrt(2 * layers);
  const drop: readonly Layer[] = dropout > 0 ? [{ kind: 'dropout', rate: dropout }] : [];
  const dense = { kind: 'dense', isPositionwise: true } as const;
  const block: Layer = {
    kind: 'block',
    layers: [
      {
        kind: 'residual',
        layers: [{ kind: 'layer-norm' }, { kind: 'attention', heads, deviation, outDeviation }, ...drop],
      },
      {
        kind: 'residual',
        layers: [
          { kind: 'layer-norm' },
          { ...dense, units: 4 * channels, activation: 'gelu', deviation },
          { ...dense, units: channels, activation: 'none', deviation: outDeviation },
          ...drop,
        ],
      },
    ],
  };
  return {
    name: `gpt-${layers}x${channels}`,
    inputShape: [context],
    layers: [
      { kind: 'embedding', vocabulary, channels, deviation },
      ...drop,
      ...Array.from({ length: layers }, () => block),
      { kind: 'layer-norm' },
      tied
        ? { kind: 'tied-head', to: 'layers.0.tokens' }
        : { ...dense, units: vocabulary, activation: 'none', deviation },
    ],
    loss: 'softmax-cross-entropy',
  };
}
