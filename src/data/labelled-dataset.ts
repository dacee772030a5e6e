// A dataset of examples in memory with a class each: f32, or images as bytes, a quarter of their f32 size. Byte k of 0 … 255 is
// read as the f32 nearest k/255.
import { assert } from '../base/assert';
import { hashDataset } from './dataset-hash';
import type { Dataset } from './dataset';

interface LabelledExamples {
  readonly name: string;
  readonly inputShape: readonly number[]; // of one example
  readonly classes: number;
  readonly values: Uint8Array | Float32Array; // (n, …inputShape)
  readonly labels: Uint8Array; // (n)
}

const scale = Float32Array.from({ length: 256 }, (_, byte) => byte / 255);

export function labelledDataset({ name, inputShape, classes, values, labels }: LabelledExamples): Dataset {
  const inputLength = inputShape.reduce((product, size) => product * size, 1);
  assert(values.length === labels.length * inputLength, `there are values for ${labels.length} labels`);
  const unhashed = {
    name,
    inputShape,
    classes,
    terms: 1,
    length: labels.length,
    read(index, inputs, at, into, labelAt) {
      assert(index >= 0 && index < labels.length, `index ${index} is below ${labels.length}`);
      const start = index * inputLength;
      if (values instanceof Float32Array) inputs.set(values.subarray(start, start + inputLength), at);
      else for (let i = 0; i < inputLength; i++) inputs[at + i] = scale[values[start + i]];
      into[labelAt] = labels[index];
    },
  } satisfies Omit<Dataset, 'hash'>;
  return { ...unhashed, hash: hashDataset(unhashed) };
}
