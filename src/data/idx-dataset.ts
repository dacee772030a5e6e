// Opens two IDX files, images and labels, gzipped or not, as a dataset with a hash. Replicas compare the hash to know
// that they hold the same files. A user may drop any file here: every failure is a value that says what is wrong.
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../base/bytes';
import { groupDigits } from '../base/group-digits';
import { fail, ok, type Result } from '../base/result';
import { byteImageDataset } from './byte-images';
import type { Dataset } from './dataset';
import { parseIdx, type IdxErrorCode } from './idx';
import { realDataset } from './real-dataset';
import { unpack, type FileBytes, type UnpackErrorCode } from './unpack';

export type IdxDatasetErrorCode =
  | IdxErrorCode
  | UnpackErrorCode
  | 'swapped' // images given as labels and labels as images
  | 'not-images' // one dimension
  | 'not-labels' // more than one dimension
  | 'count-mismatch'
  | 'no-examples';

export interface IdxDataset {
  readonly dataset: Dataset;
  /** Hex, over the unpacked image file then the unpacked label file. */
  readonly sha256: string;
}

/** Per unpacked file. Five times MNIST's 47 MB, and a tab can hold it several times over. */
export const defaultCapBytes = 256 * 2 ** 20;

export async function openIdx(
  images: FileBytes,
  labels: FileBytes,
  name: string,
  capBytes = defaultCapBytes,
): Promise<Result<IdxDataset, IdxDatasetErrorCode>> {
  const imageFile = await unpack(images, capBytes, 'the image file');
  if (!imageFile.ok) return imageFile;
  const labelFile = await unpack(labels, capBytes, 'the label file');
  if (!labelFile.ok) return labelFile;
  const hash = sha256.create().update(imageFile.value).update(labelFile.value).digest();
  const imageIdx = parseIdx(imageFile.value, 'the image file', true);
  if (!imageIdx.ok) return imageIdx;
  const labelIdx = parseIdx(labelFile.value, 'the label file');
  if (!labelIdx.ok) return labelIdx;

  const [examples, ...inputShape] = imageIdx.value.shape;
  const [labelCount, ...labelShape] = labelIdx.value.shape;
  const isImages = inputShape.length > 0;
  const isLabels = labelShape.length === 0;
  if (!isImages && !isLabels) return fail('swapped', 'the image file holds labels and the label file images');
  if (!isImages) return fail('not-images', 'the image file holds one number per example, as labels do');
  if (!isLabels)
    return fail(
      'not-labels',
      `the label file has ${labelIdx.value.shape.length} dimensions, as an image file does`,
    );
  if (examples !== labelCount)
    return fail('count-mismatch', `${groupDigits(examples)} images, but ${groupDigits(labelCount)} labels`);
  if (examples === 0) return fail('no-examples', 'the files hold no examples');

  const classOf = labelIdx.value.values;
  if (classOf instanceof Float32Array)
    return fail('not-labels', 'the label file holds 32-bit floats; labels are unsigned bytes');
  const classes = classOf.reduce((most, label) => Math.max(most, label), 1) + 1;
  const { values } = imageIdx.value;
  const table = { name, inputShape, classes, labels: classOf };
  const dataset =
    values instanceof Float32Array
      ? realDataset({ ...table, inputs: values })
      : byteImageDataset({ ...table, pixels: values });
  return ok({ dataset, sha256: toHex(hash) });
}
