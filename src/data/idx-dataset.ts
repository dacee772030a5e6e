// Opens two IDX files, images and labels, gzipped or not, as a dataset with a hash. Labels of two dimensions, in floats, are
// the amounts of a table. Replicas compare the hash to know
// that they hold the same files. A user may drop any file here: every failure is a value that says what is wrong.
import { say } from '../base/sayings';
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../base/bytes';
import { fail, ok, type Result } from '../base/result';
import { amountDataset } from './amount-dataset';
import { labelledDataset } from './labelled-dataset';
import type { Dataset } from './dataset';
import { parseIdx } from './idx';
import { type FileBytes, unpack } from './unpack';

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
  const isAmounts = labelShape.length === 1 && labelIdx.value.values instanceof Float32Array;
  const isLabels = labelShape.length === 0;
  if (!isImages && !isLabels) return fail('bad-file', say('idx-swapped'));
  if (!isImages) return fail('bad-file', say('idx-no-images'));
  if (!isLabels && !isAmounts)
    return fail('bad-file', say('idx-no-labels', { dimensions: labelIdx.value.shape.length }));
  if (examples !== labelCount)
    return fail('bad-file', say('idx-counts', { images: examples, labels: labelCount }));
  if (examples === 0) return fail('bad-file', say('idx-empty'));

  const { values } = imageIdx.value;
  if (isAmounts) {
    const amounts = labelIdx.value.values;
    if (!(amounts instanceof Float32Array && values instanceof Float32Array))
      return fail('bad-file', say('idx-float-labels'));
    const dataset = amountDataset({ name, inputShape, values, amounts, terms: labelShape[0] });
    return ok({ dataset, sha256: toHex(hash) });
  }
  const classOf = labelIdx.value.values;
  if (classOf instanceof Float32Array) return fail('bad-file', say('idx-float-labels'));
  const classes = classOf.reduce((most, label) => Math.max(most, label), 1) + 1;
  const dataset = labelledDataset({ name, inputShape, classes, values, labels: classOf });
  return ok({ dataset, sha256: toHex(hash) });
}
