// A run in words: its data, model and optimizer, and how one run differs from another.
import { plural, t } from '@lingui/core/macro';
import type {
  DataChoice,
  Layer,
  ModelSpec,
  OptimizerConfig,
  PointSet,
  RunConfig,
} from '../../../src/replica/protocol';
import { namesPairs } from '../../../src/data/recipe';
import { choiceOf } from '../../../src/replica/choice-of';
import { optimizerName, optimizerNames, type OptimizerName } from '../../../src/replica/optimizer-choice';
import { formatCount } from './format';
import { textName } from './text-name';

/** A line of words stays a line. */
const mostShownLayers = 6;

const pointSets: Readonly<Record<PointSet, () => string>> = {
  moons: () => t`Two moons`,
  spirals: () => t`Two spirals`,
  circles: () => t`Circles`,
  xor: () => 'XOR',
};

export function dataWords(data: DataChoice): string {
  switch (data.kind) {
    case 'points':
      return pointSets[data.set]();
    case 'homes':
      return t`Homes and their prices`;
    case 'digits':
      return t`Drawn digits`;
    case 'idx':
    case 'table':
      return t`Files: ${{ name: data.name }}`;
    case 'stories':
      return t`Generated stories`;
    case 'text':
      return t`Text: ${{ data: textName(data) }}`;
    default:
      return data satisfies never;
  }
}

/** The model, and what is trained of it: 'MLP 784 – 128 – 10; adapters of rank 4', 'MLP 784 – 128 – 10; layer 1 stays as it
 *  is'. */
export function modelWords(spec: ModelSpec): string {
  const model = familyWords(spec);
  const { adapters, frozenLayers } = spec;
  if (adapters) return t`${model}; adapters of rank ${{ rank: adapters.rank }}`;
  if (frozenLayers === undefined) return model;
  return plural(
    { frozenLayers },
    {
      one: `${{ model }}; layer 1 is frozen`,
      other: `${{ model }}; layers 1 to ${{ frozen: formatCount(frozenLayers) }} are frozen`,
    },
  );
}

/** 'MLP 784 – 128 – 64 – 10', 'Linear 2 – 2', 'CNN 8 – 16 filters', 'GPT 2 × 64 channels, 4 heads, 32 tokens'. */
function familyWords(spec: ModelSpec): string {
  const { inputShape, layers } = spec;
  const model = choiceOf(spec);
  const inputs = inputShape.reduce((product, size) => product * size, 1);
  const units = layers.flatMap((layer) => (layer.kind === 'dense' ? [layer.units] : []));
  switch (model.family) {
    case 'linear':
      return t`Linear ${inputs} – ${{ units: units.join(' – ') }}`;
    case 'mlp':
      return t`MLP ${{ value: [inputs, ...units].join(' – ') }}`;
    case 'cnn':
      return t`CNN ${{ filters: model.filters.join(' – ') }} filters, ${{ units: units.join(' – ') }}`;
    case 'layers':
      return layersWords(model.layers, units.at(-1)!);
    case 'gpt':
      return t`GPT ${{ layers: model.layers }} × ${{ channels: model.channels }} channels, ${plural({ heads: model.heads }, { one: 'one head', other: `${{ shown: model.heads }} heads` })}, ${{ context: model.context }} tokens`;
    default:
      return model satisfies never;
  }
}

/** 'Own layers: conv 16 – residual – dense 64 – 10': the first of them, where they are many. */
function layersWords(layers: readonly Layer[], outputs: number): string {
  const shown = layers.filter(({ kind }) => kind !== 'dropout').map(layerName);
  const list = shown.length > mostShownLayers ? [...shown.slice(0, mostShownLayers), '…'] : shown;
  return t`Own layers: ${{ list: [...list, String(outputs)].join(' – ') }}`;
}

function layerName(layer: Layer): string {
  if (layer.kind === 'dense') return String(layer.units);
  return layer.kind === 'conv2d' ? `conv ${layer.filters}` : layer.kind;
}

const optimizers: Readonly<Record<OptimizerName, () => string>> = {
  adamw: () => t`AdamW`,
  lamb: () => 'LAMB',
  sgd: () => 'SGD',
  momentum: () => t`SGD with momentum`,
  nesterov: () => t`Nesterov momentum`,
  lars: () => 'LARS',
};

export const optimizerOptions = () => optimizerNames.map((name) => [name, optimizers[name]()] as const);

export function optimizerWords(config: OptimizerConfig): string {
  return optimizers[optimizerName(config)]();
}

/** The run predicts amounts: it has an R² and no accuracy. */
export function hasAmounts(config: Pick<RunConfig, 'model'> | undefined): boolean {
  return config !== undefined && config.model.loss !== 'softmax-cross-entropy';
}

/** What a loss is a mean over. */
export function termsOf(config: RunConfig | undefined): 'examples' | 'characters' | 'tokens' {
  const data = config?.data;
  if (data?.kind === 'text') return namesPairs(data.recipe) ? 'tokens' : 'characters';
  return data?.kind === 'stories' ? 'characters' : 'examples';
}

const many = {
  examples: () => t`examples`,
  characters: () => t`characters`,
  tokens: () => t`tokens`,
};

const single = {
  examples: () => t`example`,
  characters: () => t`character`,
  tokens: () => t`token`,
};

/** 'examples', 'characters', 'tokens'. */
export function termWords(config: RunConfig | undefined): string {
  return many[termsOf(config)]();
}

/** 'example', 'character', 'token'. */
export function termWord(config: RunConfig | undefined): string {
  return single[termsOf(config)]();
}

/** 'Examples', 'Characters', 'Tokens'. */
export function termTitle(config: RunConfig | undefined): string {
  const words = termWords(config);
  return words[0].toUpperCase() + words.slice(1);
}

/** The loss of a text: nats per token as bits per byte of the text, which compares between tokens of any kind. By the
 *  mean length of a token in the whole text; undefined: that is not known. */
export function bitsPerByte(config: RunConfig | undefined, loss: number): number | undefined {
  const data = config?.data;
  if (data?.kind === 'stories') return loss / Math.LN2; // a character is a byte
  if (data?.kind !== 'text' || data.bytes === undefined) return undefined;
  return ((loss / Math.LN2) * (data.tokens ?? data.characters)) / data.bytes;
}

/** '32 = 4 × 8': how gradients of a batch are accumulated. Empty when it is computed at once. */
export function accumulationWords({
  localBatch,
  microBatch,
}: Pick<RunConfig, 'localBatch' | 'microBatch'>): string {
  return localBatch === microBatch
    ? ''
    : `${formatCount(localBatch)} = ${formatCount(localBatch / microBatch)} × ${formatCount(microBatch)}`;
}
