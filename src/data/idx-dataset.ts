// Opens two IDX files, images and labels, gzipped or not, as a dataset with a hash. Replicas compare the hash to know
// that they hold the same files. A user may drop any file here: every failure is a value that says what is wrong.
import { say } from '../base/sayings';
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../base/bytes';
import { fail, ok, type Result } from '../base/result';
import { byteImageDataset } from './byte-images';
import type { Dataset } from './dataset';
import { parseIdx } from './idx';
import { type FileBytes, unpack } from './unpack';
import { assert } from '../base/assert';
import { hashDataset } from './dataset-hash';

export interface IdxDataset {
  readonly dataset: Dataset;
  /** Hex, over the unpacked image file then the unpacked label file. */
  readonly sha256: string;
}

/** The limit of an unpacked file. Five times MNIST's 47 MB, and a tab can hold it several times over. */
export const defaultCapBytes = 256 * 2 ** 20;

export async function openIdx(
  images: FileBytes,
  labels: FileBytes,
  name: string,
  capBytes = defaultCapBytes,
): Promise<Result<IdxDataset, 'bad-file'>> {
  const [imageName, labelName] = [say('image-file'), say('label-file')];
  const imageFile = await unpack(images, capBytes, imageName);
  if (!imageFile.ok) return imageFile;
  const labelFile = await unpack(labels, capBytes, labelName);
  if (!labelFile.ok) return labelFile;
  const hash = sha256.create().update(imageFile.value).update(labelFile.value).digest();
  const imageIdx = parseIdx(imageFile.value, imageName, true);
  if (!imageIdx.ok) return imageIdx;
  const labelIdx = parseIdx(labelFile.value, labelName);
  if (!labelIdx.ok) return labelIdx;

  const [examples, ...inputShape] = imageIdx.value.shape;
  const [labelCount, ...labelShape] = labelIdx.value.shape;
  const isImages = inputShape.length > 0;
  const isLabels = labelShape.length === 0;
  if (!isImages && !isLabels) return fail('bad-file', say('idx-swapped'));
  if (!isImages) return fail('bad-file', say('idx-no-images'));
  if (!isLabels) return fail('bad-file', say('idx-no-labels', { dimensions: labelIdx.value.shape.length }));
  if (examples !== labelCount)
    return fail('bad-file', say('idx-counts', { images: examples, labels: labelCount }));
  if (examples === 0) return fail('bad-file', say('idx-empty'));

  const classOf = labelIdx.value.values;
  if (classOf instanceof Float32Array) return fail('bad-file', say('idx-float-labels'));
  const classes = classOf.reduce((most, label) => Math.max(most, label), 1) + 1;
  const { values } = imageIdx.value;
  const table = { name, inputShape, classes, labels: classOf };
  const dataset =
    values instanceof Float32Array
      ? realDataset({ ...table, inputs: values })
      : byteImageDataset({ ...table, pixels: values });
  return ok({ dataset, sha256: toHex(hash) });
}

/** A dataset of examples kept as f32, such as the standardised columns of a table. */
interface RealExamples {
  readonly name: string;
  readonly inputShape: readonly number[]; // of one example
  readonly classes: number;
  readonly inputs: Float32Array; // (n, …inputShape)
  readonly labels: Uint8Array; // (n)
}

function realDataset({ name, inputShape, classes, inputs, labels }: RealExamples): Dataset {
  const length = inputShape.reduce((product, size) => product * size, 1);
  assert(inputs.length === labels.length * length, `there are inputs for ${labels.length} labels`);
  const unhashed = {
    name,
    inputShape,
    classes,
    terms: 1,
    length: labels.length,
    read(index, into, at, labelsInto, labelAt) {
      assert(index >= 0 && index < labels.length, `index ${index} is below ${labels.length}`);
      into.set(inputs.subarray(index * length, (index + 1) * length), at);
      labelsInto[labelAt] = labels[index];
    },
  } satisfies Omit<Dataset, 'hash'>;
  return { ...unhashed, hash: hashDataset(unhashed) };
}
