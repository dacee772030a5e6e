// What a person should see of a dataset before training on it: samples, the classes' sizes, the split, and how many
// examples equal others. Pure.
import { hashWords } from '../../base/hash';
import type { Dataset } from '../dataset';
import { splitDataset } from '../split';

export interface ExamplesPreview {
  /** The counts by class. */
  readonly counts: readonly number[];
  /** Examples of all classes in turn. */
  readonly samples: readonly { readonly label: number; readonly inputs: Float32Array }[];
  /** The split with this seed; another seed makes another one. */
  readonly split: {
    readonly seed: number;
    readonly train: number;
    readonly validation: number;
    /** Not trained on, since they equal held-out ones. */
    readonly leftOut: number;
  };
  /** Examples whose inputs equal those of an earlier one. */
  readonly repeated: number;
  /** Those of them whose class differs from that of the first. */
  readonly contradicting: number;
}

/** The seed of every preset, for the split that is shown. */
export const shownSeed = 1;
const shownSamples = 24;

/** The number of examples that forms hold out (run-form.ts). */
export function heldOutOf(examples: number): number {
  return Math.min(2000, Math.floor(examples / 5));
}

export function previewExamples(dataset: Dataset, seed: number): ExamplesPreview {
  const tally = new ExamplesTally(dataset.length, dataset.classes);
  const words = new Uint32Array(dataset.inputShape.reduce((product, size) => product * size, 1));
  const inputs = new Float32Array(words.buffer);
  const into = new Uint32Array(1);
  for (let index = 0; index < dataset.length; index++) {
    dataset.read(index, inputs, 0, into, 0);
    tally.add(words, into[0]);
  }
  const samples = tally.shown.map((index) => {
    dataset.read(index, inputs, 0, into, 0);
    return inputs.slice();
  });
  return tally.preview(samples, seed);
}

/** Labels are bytes. */
const mostClasses = 256;

/** What a preview says of examples that come one by one. Of each it keeps nine bytes and its place in an open table of
 *  numbers: a Map of two million takes ten times as much. */
export class ExamplesTally {
  readonly #labels: Uint8Array;
  readonly #names: Uint32Array; // (examples, 2): a hash of the inputs
  readonly #places: Uint32Array; // one more than an index, or 0
  readonly #counts = new Array<number>(mostClasses).fill(0);
  readonly #firsts = Array.from({ length: mostClasses }, (): number[] => []);
  #length = 0;
  #classes: number;
  #repeated = 0;
  #contradicting = 0;

  /** `examples`: at most. `classes`: at least; a larger label makes them more. */
  constructor(examples: number, classes = 2) {
    this.#classes = classes;
    this.#labels = new Uint8Array(examples);
    this.#names = new Uint32Array(2 * examples);
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(2 * examples + 2)));
  }

  /** `words`: the bits of the inputs. */
  add(words: Uint32Array, label: number): void {
    const index = this.#length++;
    this.#classes = Math.max(this.#classes, label + 1);
    this.#counts[label]++;
    if (this.#firsts[label].length < shownSamples) this.#firsts[label].push(index);
    const { lo, hi } = hashWords(words);
    this.#names[2 * index] = lo;
    this.#names[2 * index + 1] = hi;
    this.#labels[index] = label;
    const first = this.#firstLike(index);
    if (first === index) return;
    this.#repeated++;
    if (this.#labels[first] !== label) this.#contradicting++;
  }

  /** Indices of examples to show: of all classes in turn. */
  get shown(): readonly number[] {
    const shown: number[] = [];
    for (let round = 0; shown.length < Math.min(shownSamples, this.#length); round++)
      for (const indices of this.#firsts)
        if (round < indices.length && shown.length < shownSamples) shown.push(indices[round]);
    return shown;
  }

  /** `samples`: the inputs of those shown. */
  preview(samples: readonly Float32Array[], seed: number): ExamplesPreview {
    const { train, validation } = splitDataset(this.#named(), heldOutOf(this.#length), seed);
    return {
      counts: this.#counts.slice(0, this.#classes),
      samples: this.shown.map((index, at) => ({ label: this.#labels[index], inputs: samples[at] })),
      split: {
        seed,
        train: train.length,
        validation: validation.length,
        leftOut: this.#length - train.length - validation.length,
      },
      repeated: this.#repeated,
      contradicting: this.#contradicting,
    };
  }

  /** The first example with the same inputs; this one if there is none before it, which is kept. */
  #firstLike(index: number): number {
    const names = this.#names;
    const last = this.#places.length - 1;
    for (let at = names[2 * index] & last; ; at = (at + 1) & last) {
      const first = this.#places[at] - 1;
      if (first < 0) {
        this.#places[at] = index + 1;
        return index;
      }
      if (names[2 * first] === names[2 * index] && names[2 * first + 1] === names[2 * index + 1])
        return first;
    }
  }

  /** Splits like the dataset itself: examples with equal inputs are those with equal names. */
  #named(): Parameters<typeof splitDataset>[0] {
    const names = new Float32Array(this.#names.buffer);
    return {
      inputShape: [2],
      terms: 1,
      length: this.#length,
      // `set` copies bits between arrays of one type, also of numbers that are none.
      read: (index, inputs, at) => inputs.set(names.subarray(2 * index, 2 * index + 2), at),
    };
  }
}
