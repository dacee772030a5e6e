// Splits a dataset into training and validation examples by one cut of a seeded shuffle of all indices. Of a text the
// tail is held out, so that no window of one part shares a character with a window of the other. Examples equal to a
// held-out example are not trained on. Pure: every replica makes the same split.
import { assert } from '../base/assert';
import { hashWords } from '../base/hash';
import { permutation, prng, type RandomSource } from '../base/prng';
import type { Dataset } from './dataset';
import { IndicesWithout, type Indices } from './indices';
import { repeatsIn } from './text-repeats';
import { cutText } from './window-count';

export interface Split {
  readonly train: Indices; // dataset indices
  readonly validation: Uint32Array;
}

/** The split of a dataset that is no large text. */
export interface ListedSplit extends Split {
  readonly train: Uint32Array;
}

type Splittable = Omit<Dataset, 'name' | 'classes' | 'hash'>;

/** The last split of each dataset: a replica asks again for what was made before it began. */
const made = new WeakMap<Splittable, { readonly by: string; readonly split: ListedSplit }>();

/** Holds out `validationExamples`, but leaves at least one example to train on if there is one. The last `added` examples
 *  are trained on, and the others are divided as if these were not there. */
export function splitDataset(
  dataset: Splittable,
  validationExamples: number,
  seed: number,
  random: RandomSource = prng,
  added = 0,
): ListedSplit {
  assert(!dataset.text?.large, 'a dataset whose examples can be listed');
  if (random !== prng) return newSplit(dataset, validationExamples, seed, random, added);
  const by = `${validationExamples} ${seed} ${added}`;
  const before = made.get(dataset);
  if (before?.by === by) return before.split;
  const split = newSplit(dataset, validationExamples, seed, random, added);
  made.set(dataset, { by, split });
  return split;
}

function newSplit(
  dataset: Splittable,
  validationExamples: number,
  seed: number,
  random: RandomSource,
  added: number,
): ListedSplit {
  const { train, validation } = cut(dataset, validationExamples, seed, random, added);
  if (validation.length === 0) return { train, validation };
  const nameOf = inputNames(dataset);
  const heldOut = new Set(Array.from(validation, nameOf));
  const others = train.filter((index) => !heldOut.has(nameOf(index)));
  // A file may repeat itself so often that no example would be left.
  return { train: others.length > 0 ? others : train, validation };
}

function cut(
  { length, text }: Pick<Dataset, 'length' | 'text'>,
  validationExamples: number,
  seed: number,
  random: RandomSource,
  added: number,
): ListedSplit {
  if (text) {
    const { trained, held } = cutText(length, text.overlap, validationExamples);
    return { train: range(0, trained), validation: range(length - held, length) };
  }
  const first = length - added;
  const order = permutation(first, random('split', seed));
  const held = Math.max(0, Math.min(validationExamples, first - 1));
  const train = new Uint32Array(length - held);
  train.set(order.subarray(held));
  train.set(range(first, length), first - held);
  return { validation: order.slice(0, held), train };
}

function range(start: number, end: number): Uint32Array {
  return Uint32Array.from({ length: end - start }, (_, i) => start + i);
}

/** The same split of a large text, whose windows are compared themselves, not by a hash of each. It takes one pass over the
 *  tokens; `pause` is awaited every few milliseconds. */
export async function splitLargeText(
  { inputShape, length, text }: Pick<Dataset, 'inputShape' | 'length' | 'text'>,
  validationExamples: number,
  pause: () => Promise<void>,
): Promise<Split> {
  assert(text?.large, 'a large text');
  const { trained, held } = cutText(length, text.overlap, validationExamples);
  const validation = range(length - held, length);
  if (held === 0) return { train: new IndicesWithout(trained, new Uint32Array()), validation };
  const work = repeatsIn(text.large, inputShape[0], length, trained, held);
  for (;;) {
    const { done, value } = work.next();
    if (!done) {
      await pause();
      continue;
    }
    const without = value.equal.length < trained ? value.equal : new Uint32Array();
    return { train: new IndicesWithout(trained, without), validation };
  }
}

/** Equal inputs give an equal number: 53 bits of a hash. If two different inputs collide, one example less is trained
 *  on. */
function inputNames({
  inputShape,
  terms,
  read,
}: Pick<Dataset, 'inputShape' | 'terms' | 'read'>): (index: number) => number {
  const words = new Uint32Array(inputShape.reduce((product, size) => product * size, 1));
  const inputs = new Float32Array(words.buffer);
  const labels = new Uint32Array(terms);
  return (index) => {
    read(index, inputs, 0, labels, 0);
    const { lo, hi } = hashWords(words);
    return hi * 2 ** 21 + (lo >>> 11);
  };
}
