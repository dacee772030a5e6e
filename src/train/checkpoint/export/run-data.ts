// The training examples of a run for PyTorch. A checkpoint holds none: generated data is drawn again, a user's data is read
// from the files that are given with the checkpoint.
import { assert } from '../../../base/assert';
import { bytesOf, concatBytes } from '../../../base/bytes';
import { ok, type Result, fail } from '../../../base/result';
import { prng } from '../../../base/prng';
import type { Dataset } from '../../../data/dataset';
import { openIdx } from '../../../data/idx-dataset';
import { loadDataset } from '../../../data/load-dataset';
import { splitDataset } from '../../../data/split';
import { openText, textCapBytes } from '../../../data/text-file';
import { textDataset } from '../../../data/text-windows';
import { strideOf } from '../../../data/window-count';
import type { Vocabulary } from '../../../data/vocabulary';
import { addedTo, isFileData } from '../../run/data-shape';
import type { RunConfig } from '../../run/run-config';
import { damaged, type FileProblem } from '../safetensors-file';
import { safetensorsHead } from '../safetensors-header';

/** The dataset of the run. `files`: inputs before classes, or the text; unused where the data is generated. */
export async function openRunData(
  { data, seed }: RunConfig,
  files: readonly Blob[],
  vocabulary: Vocabulary | undefined,
): Promise<Result<Dataset, FileProblem>> {
  if (!isFileData(data)) return ok(loadDataset(data, seed));
  const opened =
    data.kind === 'text'
      ? await openText(files[0], textCapBytes, vocabulary)
      : await openIdx(files[0], files[1], data.name);
  if (!opened.ok) return fail('damaged', opened.error.says);
  if (opened.value.sha256 !== data.sha256) return damaged('the data is not the run’s');
  if ('dataset' in opened.value) return ok(opened.value.dataset);
  assert(data.kind === 'text', 'a text');
  return ok(textDataset(opened.value, data.context, data.name));
}

/** The training examples in the order of the dataset. Of a text: `tokens`, and in `starts` where each example begins. Of
 *  others: `inputs` (n, …), bytes where all are 255ths, and `labels` (n), or amounts in f32 (n, amounts). */
export function trainingData(
  dataset: Dataset,
  { seed, validationExamples, data }: RunConfig,
): Uint8Array<ArrayBuffer> {
  const { train } = splitDataset(dataset, validationExamples, seed, prng, addedTo(data));
  return dataset.text ? textData(dataset, train) : exampleData(dataset, train);
}

function textData(dataset: Dataset, train: Uint32Array): Uint8Array<ArrayBuffer> {
  const [context] = dataset.inputShape;
  const stride = strideOf(context);
  const starts = Float64Array.from(train, (index) => index * stride);
  const last = train[train.length - 1];
  const length = last * stride + context + 1;
  const isBytes = dataset.classes <= 256;
  const tokens = isBytes ? new Uint8Array(length) : new Float32Array(length);
  const window = new Float32Array(context);
  const next = new Uint32Array(context);
  for (let index = 0; index <= last; index++) {
    dataset.read(index, window, 0, next, 0);
    tokens.set(window, index * stride);
    tokens[index * stride + context] = next[context - 1];
  }
  const head = safetensorsHead(
    [
      { name: 'starts', dtype: 'F64', shape: [train.length] },
      { name: 'tokens', dtype: isBytes ? 'U8' : 'F32', shape: [length] },
    ],
    {},
  );
  return concatBytes(head, bytesOf(starts), bytesOf(tokens));
}

function exampleData(dataset: Dataset, train: Uint32Array): Uint8Array<ArrayBuffer> {
  const { inputShape } = dataset;
  const size = inputShape.reduce((product, length) => product * length, 1);
  if (dataset.predicts === 'amounts') return amountData(dataset, train);
  const labels = new Uint8Array(train.length);
  const inputs = readBytes(dataset, train, size, labels) ?? readReals(dataset, train, size, labels);
  const head = safetensorsHead(
    [
      {
        name: 'inputs',
        dtype: inputs instanceof Uint8Array ? 'U8' : 'F32',
        shape: [train.length, ...inputShape],
      },
      { name: 'labels', dtype: 'U8', shape: [train.length] },
    ],
    {},
  );
  return concatBytes(head, bytesOf(inputs), labels);
}

function amountData(dataset: Dataset, train: Uint32Array): Uint8Array<ArrayBuffer> {
  const { inputShape, terms } = dataset;
  const size = inputShape.reduce((product, length) => product * length, 1);
  const inputs = new Float32Array(train.length * size);
  const bits = new Uint32Array(train.length * terms);
  for (const [at, index] of train.entries()) dataset.read(index, inputs, at * size, bits, at * terms);
  const head = safetensorsHead(
    [
      { name: 'inputs', dtype: 'F32', shape: [train.length, ...inputShape] },
      { name: 'labels', dtype: 'F32', shape: [train.length, terms] },
    ],
    {},
  );
  return concatBytes(head, bytesOf(inputs), bytesOf(bits));
}

/** Undefined: a value is not the f32 nearest a 255th. */
function readBytes(
  dataset: Dataset,
  train: Uint32Array,
  size: number,
  labels: Uint8Array,
): Uint8Array<ArrayBuffer> | undefined {
  const bytes = new Uint8Array(train.length * size);
  const row = new Float32Array(size);
  for (const [at, index] of train.entries()) {
    dataset.read(index, row, 0, labels, at);
    for (let i = 0; i < size; i++) {
      const byte = Math.round(255 * row[i]);
      if (byte < 0 || byte > 255 || Math.fround(byte / 255) !== row[i]) return undefined;
      bytes[at * size + i] = byte;
    }
  }
  return bytes;
}

function readReals(
  dataset: Dataset,
  train: Uint32Array,
  size: number,
  labels: Uint8Array,
): Float32Array<ArrayBuffer> {
  const inputs = new Float32Array(train.length * size);
  for (const [at, index] of train.entries()) dataset.read(index, inputs, at * size, labels, at);
  return inputs;
}
