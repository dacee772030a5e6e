// What `train.py` needs to continue a run in PyTorch: its text, the run's file, and the training examples in the order of
// the dataset. Only generated data can be written: a checkpoint holds none, and a user's files are elsewhere.
import { assert } from '../../../base/assert';
import { bytesOf, concatBytes } from '../../../base/bytes';
import { loadDataset } from '../../../data/load-dataset';
import type { Dataset } from '../../../data/dataset';
import { splitDataset } from '../../../data/split';
import { compile } from '../../../model/plan/plan';
import type { RunState } from '../../run/run-state';
import { safetensorsHead } from '../safetensors-header';
import { tensorLayouts } from '../tensor-layout';
import { plainText } from './python-module';
import trainSource from './python/train.py?raw';

/** Why PyTorch cannot continue this run; undefined: it can. */
export function whyNotContinued({ config, sync }: RunState): string | undefined {
  const { data, optimizer } = config;
  if (data.kind === 'idx' || data.kind === 'text') return 'its data is in files that are not part of the run';
  if (optimizer.kind === 'lars' || optimizer.kind === 'lamb')
    return `PyTorch has no ${optimizer.kind.toUpperCase()}`;
  return sync.kind === 'local' ? 'its members add up only every so many steps' : undefined;
}

export function trainScript(state: RunState): string {
  const { model, data } = state.config;
  const { slots } = compile(model, 1);
  const decaying = tensorLayouts(model).flatMap(({ name }, at) => (slots[at].decays ? [name] : []));
  const about = [
    `Continues the run of “${plainText(model.name)}” after step ${state.step}: the same optimizer state, schedule and examples.`,
    '',
    'torchrun --nproc_per_node 2 train.py',
    '',
    'Dropout masks, if the model has any, are PyTorch’s own.',
  ];
  return [
    `"""${about.join('\n')}\n"""`,
    trainSource
      .trim()
      .replace(
        'MASK = 0xFFFFFFFF',
        `DECAYING = set(json.loads('''${JSON.stringify(decaying)}'''))\nINPUT_SCALE = ${data.kind === 'digits' ? 255 : 1}\nMASK = 0xFFFFFFFF`,
      ),
    '',
  ].join('\n');
}

/** The training examples: `inputs` and `labels`, bytes but for points. */
export function trainingData({ config }: RunState): Uint8Array<ArrayBuffer> {
  const { data, seed, validationExamples } = config;
  assert(data.kind !== 'idx' && data.kind !== 'text', 'only generated data can be written');
  const dataset = loadDataset(data, seed);
  const { train } = splitDataset(dataset, validationExamples, seed);
  const { inputs, labels } = readAll(dataset, train);
  const isBytes = data.kind !== 'points';
  const scale = data.kind === 'digits' ? 255 : 1;
  const head = safetensorsHead(
    [
      {
        name: 'inputs',
        dtype: isBytes ? 'U8' : 'F32',
        shape: [train.length, ...dataset.inputShape],
      },
      { name: 'labels', dtype: 'U8', shape: [train.length, ...(dataset.terms > 1 ? [dataset.terms] : [])] },
    ],
    {},
  );
  const written = isBytes ? Uint8Array.from(inputs, (value) => Math.round(scale * value)) : inputs;
  return concatBytes(head, bytesOf(written), labels);
}

function readAll(
  dataset: Dataset,
  indices: Uint32Array,
): { readonly inputs: Float32Array; readonly labels: Uint8Array } {
  const length = dataset.inputShape.reduce((product, size) => product * size, 1);
  const inputs = new Float32Array(indices.length * length);
  const labels = new Uint8Array(indices.length * dataset.terms);
  indices.forEach((index, at) => dataset.read(index, inputs, at * length, labels, at * dataset.terms));
  return { inputs, labels };
}
