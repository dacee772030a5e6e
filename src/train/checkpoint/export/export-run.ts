// A saved run as a folder for PyTorch: the weights alone, `model.py` that rebuilds the module and loads them, and a GPT
// also as Transformers expects it. Made from the checkpoint file alone; what was trained on a base joins its weights, whose
// file is needed too, and adapters of a GPT-2 are in a folder of their own for PEFT.
import { utf8 } from '../../../base/bytes';
import { groupDigits } from '../../../base/group-digits';
import { ok, type Result } from '../../../base/result';
import type { Adapters, ModelSpec } from '../../../model/spec';
import type { RunConfig } from '../../run/run-config';
import { gpt2Of } from '../gpt2';
import { readCheckpoint, type ReadCheckpoint } from '../read-checkpoint';
import type { FileProblem } from '../safetensors-file';
import { tensorLayouts } from '../tensor-layout';
import { weightsFile } from '../weights-file';
import { type ExampleWords, exampleRow, exampleWords } from './example-words';
import { isFileData } from '../../run/data-shape';
import { trainScript, whyNotContinued } from './continued-run';
import { onnxModel } from './onnx/onnx-model';
import { type FindNamed, wholeModel } from './merged-run';
import { peftConfig } from './peft-files';
import { plainText, pythonModule } from './python-module';
import { openRunData, trainingData } from './run-data';
import { tokenizerFiles, transformersConfig } from './transformers-files';

export interface ExportFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface Given {
  /** The files of the run's data, images before labels, where they shall be in the folder. */
  readonly data?: readonly Blob[] | undefined;
  /** Finds the base that the run names. */
  readonly find?: FindNamed;
}

export async function exportRun(
  checkpoint: Blob,
  { data: files, find }: Given = {},
): Promise<Result<readonly ExportFile[], FileProblem>> {
  const read = await readCheckpoint(checkpoint);
  if (!read.ok) return read;
  const { held, vocabulary } = read.value;
  const { config } = held.state;
  const { adapters } = config.model;
  const whole = await wholeModel(config, held.tensors.parameters, find);
  if (!whole.ok) return whole;
  const { model, parameters } = whole.value;
  const gpt2 = gpt2Of(model);
  const peft = adapters && gpt2 && peftConfig(gpt2, adapters);
  // Transformers' head has no bias.
  const forTransformers = gpt2?.isTied && vocabulary ? gpt2 : undefined;
  const words = exampleWords(config);
  const whyNot = whyNotContinued(held.state, files !== undefined);
  const data = whyNot === undefined ? await openRunData(config, files ?? [], vocabulary) : undefined;
  if (data?.ok === false) return data;
  const texts: Record<string, string> = {
    'model.py': pythonModule(model, words),
    ...(vocabulary?.kind === 'characters'
      ? { 'characters.json': `${JSON.stringify(vocabulary.characters)}\n` }
      : {}),
    ...(forTransformers ? { 'config.json': transformersConfig(forTransformers) } : {}),
    ...(vocabulary ? tokenizerFiles(vocabulary, model.inputShape[0]) : {}),
    ...(whyNot === undefined ? { 'train.py': trainScript(held.state) } : {}),
    ...(peft === undefined ? {} : { 'adapter/adapter_config.json': peft }),
    'README.md': readme(read.value, forTransformers !== undefined, peft !== undefined, whyNot),
  };
  return ok([
    { name: 'model.safetensors', bytes: weights(model, parameters, exampleFacts(config)) },
    { name: 'model.onnx', bytes: onnxModel(model, parameters, onnxFacts(read.value), words) },
    ...(peft === undefined
      ? []
      : [
          {
            name: 'adapter/adapter_model.safetensors',
            bytes: weights(config.model, held.tensors.parameters, {}),
          },
        ]),
    ...(data
      ? [
          { name: 'run.safetensors', bytes: new Uint8Array(await checkpoint.arrayBuffer()) },
          { name: 'data.safetensors', bytes: trainingData(data.value, config) },
        ]
      : []),
    ...Object.entries(texts).map(([name, text]) => ({ name, bytes: utf8(text) })),
  ]);
}

/** What a reader of the ONNX file alone cannot know. */
function onnxFacts({ held, vocabulary }: ReadCheckpoint): Record<string, string> {
  return {
    step: String(held.state.step),
    ...exampleFacts(held.state.config),
    ...(vocabulary?.kind === 'characters' ? { characters: JSON.stringify(vocabulary.characters) } : {}),
  };
}

function weights(
  model: ModelSpec,
  parameters: Float32Array,
  facts: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  return weightsFile(tensorLayouts(model), parameters, { format: 'pt', ...facts });
}

/** The facts for readers of the weights or of the graph alone. */
function exampleFacts(config: RunConfig): Record<string, string> {
  return Object.fromEntries(
    Object.entries(exampleWords(config)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

function onnxWords(model: ModelSpec, { amounts, columns }: ExampleWords): string {
  const outputs = amounts ? '`amounts`, each in its own unit' : '`logits`';
  if (columns)
    return `\`x\` to ${outputs}: a row has the raw numbers of its columns, and a 1 or 0 for each value of a category, in the order of \`COLUMNS\` in \`model.py\`; a gap is NaN. It standardises them itself.`;
  if (model.layers[0].kind === 'embedding')
    return '`tokens` (batch, length), 64-bit integers, to `logits` (batch, length, vocabulary).';
  return `\`x\` to ${outputs}. An image is (batch, channels, height, width).`;
}

const privacyWords =
  '**`data.safetensors` holds the data that the run trained on.** Whoever gets this folder can read it.';

function readme(
  { held }: ReadCheckpoint,
  isForTransformers: boolean,
  isForPeft: boolean,
  whyNotContinued: string | undefined,
): string {
  const { model } = held.state.config;
  const words = exampleWords(held.state.config);
  const lines = [
    `# ${plainText(model.name)}`,
    '',
    `Trained by Lockstep for ${groupDigits(held.state.step)} steps.`,
    '',
    ...(model.adapters ? [adapterWords(model.adapters, isForPeft), ''] : []),
    ...(model.frozenLayers ? [frozenWords(model.frozenLayers), ''] : []),
    '`model.py` needs only PyTorch 1.12 or newer:',
    '',
    '```python',
    `from model import load${words.columns ? ', predict' : ''}`,
    'model = load("model.safetensors")',
    ...(words.columns
      ? [`${words.amounts ? 'amounts' : 'classes'} = predict(model, [${exampleRow(words.columns)}])`]
      : []),
    '```',
    '',
    ...(words.columns
      ? [
          'The network itself takes standardised numbers: `predict` and `prepare` make them from raw values by the means and deviations of the table that it learned from.',
          '',
        ]
      : []),
    `\`model.onnx\` is the same network for any runtime of ONNX: ${onnxWords(model, words)}`,
    '',
    ...(whyNotContinued === undefined
      ? [
          '`train.py` continues the run from `run.safetensors` with DistributedDataParallel. The optimizer’s state, the schedule and the order of the examples are the run’s:',
          '',
          '```',
          'torchrun --nproc_per_node 2 train.py',
          '```',
          ...(isFileData(held.state.config.data) ? ['', privacyWords] : []),
        ]
      : [`There is no script to continue the run: ${whyNotContinued}.`]),
  ];
  if (!isForTransformers) return `${lines.join('\n')}\n`;
  return [
    ...lines,
    '',
    'In Transformers (this folder was made for it, but not run against it):',
    '',
    '```python',
    'from transformers import AutoModelForCausalLM, AutoTokenizer',
    'model = AutoModelForCausalLM.from_pretrained(".")',
    'tokenizer = AutoTokenizer.from_pretrained(".")',
    '```',
    '',
    ...(isForPeft
      ? [
          'The adapters alone, on the model that they were trained on:',
          '',
          '```python',
          'from peft import PeftModel',
          'model = PeftModel.from_pretrained(AutoModelForCausalLM.from_pretrained(BASE), "adapter")',
          '```',
          '',
        ]
      : []),
  ].join('\n');
}

function adapterWords({ rank, weights }: Adapters, isForPeft: boolean): string {
  const trained = `Only adapters of rank ${rank} on ${weights.length} matrices were trained. The weights here are the whole model with the adapters added`;
  return isForPeft
    ? `${trained}; \`adapter\` holds the adapters alone, as PEFT reads them.`
    : `${trained}. There is no folder for PEFT: the model is no GPT-2 as Transformers builds it, or its head has an adapter.`;
}

function frozenWords(layers: number): string {
  const first = layers === 1 ? 'Layer 1 is' : `Layers 1 to ${layers} are`;
  return `${first} of another model, rounded to f16 and not trained; only what comes after was. The weights here are the whole model.`;
}
