// Examples that a person adds to the data of a run: behind the others, so that each of those keeps its number. Pure.
import { say } from '../base/sayings';
import { ok, fail, type Result } from '../base/result';
import { idxFile, parseIdx } from './idx';
import { defaultCapBytes } from './idx-dataset';
import { unpack, type FileBytes } from './unpack';

export interface AddedExample {
  /** The bytes that the file holds of it: of the input shape, row-major. */
  readonly values: Uint8Array;
  readonly label: number;
}

/** Both files with the examples added, unpacked. Fails where they do not hold bytes of this shape. */
export async function appendExamples(
  images: FileBytes,
  labels: FileBytes,
  added: readonly AddedExample[],
): Promise<Result<{ readonly inputFile: Blob; readonly labelFile: Blob }, 'bad-file'>> {
  const [imageName, labelName] = [say('image-file'), say('label-file')];
  const imageBytes = await unpack(images, defaultCapBytes, imageName);
  if (!imageBytes.ok) return imageBytes;
  const labelBytes = await unpack(labels, defaultCapBytes, labelName);
  if (!labelBytes.ok) return labelBytes;
  const image = parseIdx(imageBytes.value, imageName);
  if (!image.ok) return image;
  const label = parseIdx(labelBytes.value, labelName);
  if (!label.ok) return label;
  const [count, ...shape] = image.value.shape;
  const length = shape.reduce((product, size) => product * size, 1);
  const { values } = image.value;
  const classes = label.value.values;
  const fits = added.every((one) => one.values.length === length && one.label >= 0 && one.label <= 255);
  if (!(values instanceof Uint8Array && classes instanceof Uint8Array && fits))
    return fail('bad-file', say('picture-misfit'));
  const all = new Uint8Array(values.length + added.length * length);
  all.set(values);
  for (const [at, one] of added.entries()) all.set(one.values, values.length + at * length);
  const total = count + added.length;
  const named = new Uint8Array(total);
  named.set(classes);
  for (const [at, one] of added.entries()) named[count + at] = one.label;
  return ok({ inputFile: idxFile([total, ...shape], all), labelFile: idxFile([total], named) });
}
