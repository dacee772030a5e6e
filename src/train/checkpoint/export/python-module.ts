// Writes `model.py`: the model as a PyTorch module whose state_dict has the names and shapes of the exported file. A
// GPT-2 is the fixed text of gpt2.py with its sizes; any other model is built from the layers of layers.py.
import type { ModelSpec } from '../../../model/spec';
import { compile } from '../../../model/plan/plan';
import { gpt2Of, type Gpt2 } from '../gpt2';
import { placeLayers, type PlacedLayer } from '../../../model/plan/place-layers';
import type { ExampleWords } from './example-words';
import { paddingOf, pairOf } from './window';
import gpt2Source from './python/gpt2.py?raw';
import layersSource from './python/layers.py?raw';
import amountsSource from './python/amounts.py?raw';
import predictAmountsSource from './python/predict_amounts.py?raw';
import predictClassSource from './python/predict_class.py?raw';
import tableSource from './python/table.py?raw';
import readerSource from './python/read_safetensors.py?raw';

/** `words`: what the examples mean. */
export function pythonModule(model: ModelSpec, words: ExampleWords = {}): string {
  const gpt2 = gpt2Of(model);
  const { parameterCount } = compile(model, 1);
  return (
    [
      `"""The model “${plainText(model.name)}”, ${parameterCount} parameters, as Lockstep trained it. Needs only PyTorch.${words.altered ? ` ${words.altered}` : ''}"""`,
      'import json\nimport math\nimport re\nimport struct\n\nimport torch\nimport torch.nn.functional as F\nfrom torch import nn',
      ...(gpt2 ? [sizesOf(gpt2), gpt2Source.trim()] : [layersSource.trim(), moduleOf(model)]),
      readerSource.trim(),
      loadSource,
      ...wordsSource(words),
    ].join('\n\n\n') + '\n'
  );
}

const loadSource = `def load(path="model.safetensors"):
    """The trained model, ready to predict."""
    tensors, _ = read_safetensors(path)
    model = Model()
    model.load_state_dict({name: tensors[name] for name in model.state_dict()})
    return model.eval()`;

/** Names of classes, or what amounts mean, and how raw values of a table become inputs. */
function wordsSource({ classes, amounts, columns, target }: ExampleWords): readonly string[] {
  const constants = [
    ...(classes ? [`CLASSES = json.loads(${pythonText(classes)})`] : []),
    ...(target === undefined ? [] : [`TARGET = json.loads(${pythonText(target)})`]),
    ...(amounts ? [`AMOUNTS = json.loads(${pythonText(amounts)})`] : []),
    ...(columns ? [`COLUMNS = json.loads(${pythonText(columns)})`] : []),
  ];
  if (constants.length === 0) return [];
  const parts = [
    ...(amounts ? [amountsSource] : []),
    ...(columns ? [tableSource, amounts ? predictAmountsSource : predictClassSource] : []),
  ];
  return [constants.join('\n'), ...parts.map((part) => part.trim())];
}

/** JSON of ASCII alone, without a quote of Python, in a raw string. */
function pythonText(value: unknown): string {
  const ascii = JSON.stringify(value).replace(
    /[^ -~]|'/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `r'${ascii}'`;
}

function sizesOf(gpt2: Gpt2): string {
  const { vocabulary, context, channels, heads, blocks, inner, isTied } = gpt2;
  const sizes = {
    VOCABULARY: vocabulary,
    CONTEXT: context,
    CHANNELS: channels,
    HEADS: heads,
    BLOCKS: blocks,
    INNER: inner,
  };
  return [
    ...Object.entries(sizes).map(([name, size]) => `${name} = ${size}`),
    `EMBEDDING_DROPOUT = ${gpt2.embeddingDropout}`,
    `DROPOUT = ${gpt2.residualDropout}`,
    `IS_TIED = ${isTied ? 'True' : 'False'}`,
  ].join('\n');
}

function moduleOf(model: ModelSpec): string {
  const placed = placeLayers(model);
  const lines = placed.map((layer) => `${layerSource(layer, 12)},`);
  const ties = placed.flatMap(({ layer, path }) =>
    layer.kind === 'tied-head'
      ? [
          `        ${memberOf(path)}.table = (${memberOf((layer.to ?? 'layers.0.tokens').replace(/\.tokens$/, ''))}.tokens,)`,
        ]
      : [],
  );
  return [
    'class Model(nn.Module):',
    `    """${inputWords(model)}"""`,
    '',
    '    def __init__(self):',
    '        super().__init__()',
    '        self.layers = nn.Sequential(',
    ...lines.map((line) => `            ${line}`),
    '        )',
    ...ties,
    '',
    '    def forward(self, x):',
    ...(startsWithImage(placed[0])
      ? [`        x = x.reshape(-1, ${channelsFirst(model.inputShape).join(', ')})`]
      : []),
    '        return self.layers(x)',
  ].join('\n');
}

/** 'layers.3.0' → 'self.layers[3][0]'. */
function memberOf(path: string): string {
  const [first, ...indices] = path.split('.');
  return `self.${first}${indices.map((index) => `[${index}]`).join('')}`;
}

function layerSource(placed: PlacedLayer, indent: number): string {
  const { layer, inputShape, outputShape, inside } = placed;
  const channels = inputShape.length === 2 ? 1 : inputShape[inputShape.length - 1];
  const last = inputShape[inputShape.length - 1];
  switch (layer.kind) {
    case 'dense': {
      const size = layer.isPositionwise ? last : inputShape.reduce((a, b) => a * b, 1);
      return `Dense(${size}, ${layer.units}, "${layer.activation}"${layer.isPositionwise ? ', is_positionwise=True' : ''})`;
    }
    case 'conv2d': {
      const [height, width] = pairOf(layer.size);
      const stride = layer.stride ?? 1;
      const [top, bottom] = paddingOf(inputShape[0], outputShape[0], height, stride, layer.padding);
      const [left, right] = paddingOf(inputShape[1], outputShape[1], width, stride, layer.padding);
      return `Conv(${channels}, ${layer.filters}, (${height}, ${width}), ${stride}, (${left}, ${right}, ${top}, ${bottom}), "${layer.activation}")`;
    }
    case 'max-pool':
    case 'average-pool': {
      const [height, width] = layer.size === 'all' ? [inputShape[0], inputShape[1]] : pairOf(layer.size);
      const kind = layer.kind === 'max-pool' ? 'MaxPool2d' : 'AvgPool2d';
      return `nn.${kind}((${height}, ${width}), ${layer.size === 'all' ? 1 : (layer.stride ?? height)})`;
    }
    case 'group-norm':
      return `nn.GroupNorm(${layer.groups}, ${channels})`;
    case 'layer-norm':
      return `ChannelNorm(${last})`;
    case 'embedding':
      return `Embedding(${layer.vocabulary}, ${inputShape[0]}, ${layer.channels})`;
    case 'attention':
      return `Attention(${last}, ${layer.heads})`;
    case 'dropout':
      return `nn.Dropout(${layer.rate})`;
    case 'tied-head':
      return 'TiedHead()';
    case 'residual':
    case 'block': {
      const space = ' '.repeat(indent + 4);
      const lines = inside.map((one) => `${space}${layerSource(one, indent + 4)},\n`).join('');
      return `${layer.kind === 'residual' ? 'Residual' : 'nn.Sequential'}(\n${lines}${' '.repeat(indent)})`;
    }
    default:
      return layer satisfies never;
  }
}

/** Everything but a dense layer or an embedding receives the image's axes. */
function startsWithImage({ layer, inputShape }: PlacedLayer): boolean {
  return inputShape.length >= 2 && layer.kind !== 'dense' && layer.kind !== 'embedding';
}

function channelsFirst([height, width, channels = 1]: readonly number[]): readonly number[] {
  return [channels, height, width];
}

function inputWords({ inputShape, layers, loss }: ModelSpec): string {
  const outputs = loss === 'softmax-cross-entropy' ? 'logits' : 'amounts, in deviations from their mean';
  if (layers[0].kind === 'embedding') return `Token ids (batch, ${inputShape[0]}) to logits.`;
  if (inputShape.length === 1) return `Inputs (batch, ${inputShape[0]}) to ${outputs}.`;
  return `Images (batch, ${channelsFirst(inputShape).join(', ')}) to ${outputs}.`;
}

/** The text inside a comment or a docstring of Python. */
export function plainText(text: string): string {
  return text.replace(/[^\p{L}\p{N} ._-]/gu, '');
}
