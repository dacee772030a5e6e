// A dataset of examples kept as f32, such as the standardised columns of a table.
import { assert } from '../base/assert';
import { hashDataset } from './dataset-hash';
import type { Dataset } from './dataset';

export interface RealExamples {
  readonly name: string;
  readonly inputShape: readonly number[]; // of one example
  readonly classes: number;
  readonly inputs: Float32Array; // (n, …inputShape)
  readonly labels: Uint8Array; // (n)
}

export function realDataset({ name, inputShape, classes, inputs, labels }: RealExamples): Dataset {
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
