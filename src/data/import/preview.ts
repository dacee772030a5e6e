// What a person should see of a dataset before training on it: samples, the classes' sizes, the split, and how many
// examples equal others. Pure.
import { hashHex, hashWords } from '../../base/hash';
import type { Dataset } from '../dataset';
import { splitDataset } from '../split';

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
}

export type Preview = ExamplesPreview | TextPreview;

const shownSamples = 24;
const shownCharacters = 240;

/** As many examples as forms hold out (run-form.ts). */
export function heldOutOf(examples: number): number {
  return Math.min(2000, Math.floor(examples / 5));
}

export function previewExamples(dataset: Dataset, seed: number): ExamplesPreview {
  const { length, classes } = dataset;
  const counts = new Array<number>(classes).fill(0);
  const firsts = Array.from({ length: classes }, (): number[] => []);
  const labelOf = new Map<string, number>();
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
    const name = hashHex(hashWords(words));
    const first = labelOf.get(name);
    if (first === undefined) labelOf.set(name, label);
    else {
      repeated++;
      if (first !== label) contradicting++;
    }
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

export async function previewText(text: Blob): Promise<TextPreview> {
  const partOf = async (part: Blob): Promise<string> => (await part.text()).replace(/^\uFFFD+|\uFFFD+$/g, '');
  return {
    kind: 'text',
    start: await partOf(text.slice(0, shownCharacters)),
    end: text.size > 2 * shownCharacters ? await partOf(text.slice(-shownCharacters)) : '',
  };
}
