// What a person should see of a dataset before training on it: samples, the classes' sizes, the split, and how many
// examples equal others. Pure.
import { hashWords } from '../../base/hash';
import type { Dataset } from '../dataset';
import { splitDataset } from '../split';
import { byteTokens } from '../byte-pairs';
import { tokenTexts, type Vocabulary } from '../vocabulary';

export interface ExamplesPreview {
  readonly kind: 'examples';
  /** By class. */
  readonly counts: readonly number[];
  /** Examples of all classes in turn. */
  readonly samples: readonly { readonly label: number; readonly inputs: Float32Array }[];
  /** Of the split with this seed; another seed makes another one. */
  readonly split: {
    readonly seed: number;
    readonly train: number;
    readonly validation: number;
    /** Not trained on, since they equal held-out ones. */
    readonly leftOut: number;
  };
  /** Examples whose inputs equal those of an earlier one. */
  readonly repeated: number;
  /** Of these, those whose class differs from that of the first. */
  readonly contradicting: number;
}

export interface TextPreview {
  readonly kind: 'text';
  readonly start: string;
  readonly end: string;
  /** Byte pairs in the order in which they were learnt; empty: tokens are characters. */
  readonly pairs: readonly string[];
}

export type Preview = ExamplesPreview | TextPreview;

const shownSamples = 24;
const shownCharacters = 240;
const shownPairs = 60;

/** As many examples as forms hold out (run-form.ts). */
export function heldOutOf(examples: number): number {
  return Math.min(2000, Math.floor(examples / 5));
}

export function previewExamples(dataset: Dataset, seed: number): ExamplesPreview {
  const { length, classes } = dataset;
  const counts = new Array<number>(classes).fill(0);
  const firsts = Array.from({ length: classes }, (): number[] => []);
  const seen = new SeenInputs(length);
  let repeated = 0;
  let contradicting = 0;
  const words = new Uint32Array(dataset.inputShape.reduce((product, size) => product * size, 1));
  const inputs = new Float32Array(words.buffer);
  const into = new Uint32Array(1);
  for (let index = 0; index < length; index++) {
    dataset.read(index, inputs, 0, into, 0);
    const [label] = into;
    counts[label]++;
    if (firsts[label].length < shownSamples) firsts[label].push(index);
    const first = seen.labelOrAdd(words, label);
    if (first === undefined) continue;
    repeated++;
    if (first !== label) contradicting++;
  }
  const shown: number[] = [];
  for (let round = 0; shown.length < Math.min(shownSamples, length); round++)
    for (const indices of firsts)
      if (round < indices.length && shown.length < shownSamples) shown.push(indices[round]);
  const samples = shown.map((index) => {
    dataset.read(index, inputs, 0, into, 0);
    return { label: into[0], inputs: inputs.slice() };
  });
  const { train, validation } = splitDataset(dataset, heldOutOf(length), seed);
  const split = {
    ...{ seed, train: train.length, validation: validation.length },
    leftOut: length - train.length - validation.length,
  };
  return { kind: 'examples', counts, samples, split, repeated, contradicting };
}

/** The label of each input when it first came. An open table of numbers: a Map of two million takes ten times as much. */
class SeenInputs {
  readonly #names: Float64Array;
  readonly #labels: Uint8Array;

  constructor(examples: number) {
    const places = 2 ** Math.ceil(Math.log2(2 * examples + 2));
    this.#names = new Float64Array(places).fill(-1);
    this.#labels = new Uint8Array(places);
  }

  /** The label that equal inputs had first; undefined: these come first, and are kept. */
  labelOrAdd(words: Uint32Array, label: number): number | undefined {
    const { lo, hi } = hashWords(words);
    const name = hi * 2 ** 21 + (lo >>> 11); // 53 bits
    const last = this.#names.length - 1;
    let at = lo & last;
    while (this.#names[at] !== -1 && this.#names[at] !== name) at = (at + 1) & last;
    if (this.#names[at] === name) return this.#labels[at];
    this.#names[at] = name;
    this.#labels[at] = label;
    return undefined;
  }
}

export async function previewText(text: Blob, vocabulary: Vocabulary): Promise<TextPreview> {
  const partOf = async (part: Blob): Promise<string> => (await part.text()).replace(/^\uFFFD+|\uFFFD+$/g, '');
  return {
    kind: 'text',
    start: await partOf(text.slice(0, shownCharacters)),
    end: text.size > 2 * shownCharacters ? await partOf(text.slice(-shownCharacters)) : '',
    pairs:
      vocabulary.kind === 'characters'
        ? []
        : tokenTexts(vocabulary).slice(byteTokens, byteTokens + shownPairs),
  };
}
