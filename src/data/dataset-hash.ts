// A dataset's identity: 16 hex digits over the bits of every input and label as read, and over its shape. It is hashed
// example by example, so that large datasets need no second copy in memory.
import { hashHex, hashWords } from '../base/hash';
import type { Dataset } from './dataset';

export function hashDataset(dataset: Omit<Dataset, 'hash'>): string {
  const inputLength = dataset.inputShape.reduce((product, size) => product * size, 1);
  const words = new Uint32Array(inputLength + dataset.terms);
  const inputs = new Float32Array(words.buffer, 0, inputLength);
  const head = [dataset.classes, dataset.length, ...dataset.inputShape];
  const hashes = new Uint32Array(head.length + 2 * dataset.length);
  hashes.set(head);
  for (let index = 0; index < dataset.length; index++) {
    dataset.read(index, inputs, 0, words, inputLength);
    const { lo, hi } = hashWords(words);
    hashes[head.length + 2 * index] = lo;
    hashes[head.length + 2 * index + 1] = hi;
  }
  return hashHex(hashWords(hashes));
}
