// A dataset of examples in memory with amounts in place of a class: one or several numbers each, in deviations from their
// mean. Labels hold their bits.
import { assert } from '../base/assert';
import { hashDataset } from './dataset-hash';
import type { Dataset } from './dataset';
import type { Indices } from './indices';

interface AmountExamples {
  readonly name: string;
  readonly inputShape: readonly number[]; // of one example
  readonly values: Float32Array<ArrayBuffer>; // (n, …inputShape)
  readonly amounts: Float32Array<ArrayBuffer>; // (n, terms)
  readonly terms: number;
}

export function amountDataset({ name, inputShape, values, amounts, terms }: AmountExamples): Dataset {
  const inputLength = inputShape.reduce((product, size) => product * size, 1);
  const length = amounts.length / terms;
  assert(values.length === length * inputLength, `there are values for ${length} examples`);
  const bits = new Uint32Array(amounts.buffer, amounts.byteOffset, amounts.length);
  const unhashed = {
    name,
    inputShape,
    classes: 1,
    terms,
    length,
    predicts: 'amounts',
    read(index, inputs, at, into, labelAt) {
      assert(index >= 0 && index < length, `index ${index} is below ${length}`);
      assert(into instanceof Uint32Array, 'labels have room for the bits of an amount');
      inputs.set(values.subarray(index * inputLength, (index + 1) * inputLength), at);
      into.set(bits.subarray(index * terms, (index + 1) * terms), labelAt);
    },
  } satisfies Omit<Dataset, 'hash'>;
  return { ...unhashed, hash: hashDataset(unhashed) };
}

/** The amounts of these examples (n, terms), in deviations from their mean. */
export function amountsOf({ inputShape, terms, read }: Dataset, indices: Indices): Float32Array<ArrayBuffer> {
  const inputs = new Float32Array(inputShape.reduce((product, size) => product * size, 1));
  const bits = new Uint32Array(indices.length * terms);
  for (let row = 0; row < indices.length; row++) read(indices.at(row)!, inputs, 0, bits, row * terms);
  return new Float32Array(bits.buffer);
}

/** The variance of the amounts (n, terms) around the mean of each, over all of them: what R² is measured by. Where all are
 *  equal it is 1, the whole table's. */
export function varianceOf(amounts: Float32Array, terms: number): number {
  const examples = amounts.length / terms;
  let squares = 0;
  for (let term = 0; term < terms; term++) {
    let sum = 0;
    for (let at = term; at < amounts.length; at += terms) sum += amounts[at];
    const mean = sum / examples;
    for (let at = term; at < amounts.length; at += terms) squares += (amounts[at] - mean) ** 2;
  }
  return squares > 0 ? squares / amounts.length : 1;
}
