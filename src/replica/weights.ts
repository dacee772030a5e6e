// The parameters of one step, copied for whoever plays with them, and a few held-out examples to try them on.
import type { Dataset } from '../data/dataset';
import type { Sheet } from '../data/sheet';
import type { Split } from '../data/split';
import type { Vocabulary } from '../data/vocabulary';
import type { RunConfig } from '../train/run/run-config';

export interface HeldOut {
  readonly inputs: Float32Array<ArrayBuffer>; // (count, inputs)
  /** The first label of each; of amounts its bits. */
  readonly labels: Uint32Array<ArrayBuffer>; // (count)
  /** Amounts in deviations from their mean; undefined: the data has classes. */
  readonly amounts?: Float32Array<ArrayBuffer>; // (count, terms)
  readonly count: number;
  /** All of the set that these are the first of. */
  readonly of: number;
  /** Examples that the run trains on, by class; undefined: it has no classes, or too many examples to count. */
  readonly trained?: Uint32Array<ArrayBuffer> | undefined;
  /** The run holds nothing out: these are examples that it trains on. */
  readonly isTrained: boolean;
}

export interface Weights {
  readonly config: RunConfig;
  readonly lineage: string;
  /** The parameters’ step: finished steps. */
  readonly step: number;
  readonly parameters: Float32Array<ArrayBuffer>;
  /** The vocabulary of a language model. */
  readonly vocabulary: Vocabulary | undefined;
  readonly heldOut: HeldOut | undefined;
  /** How the data's images lie, for a model whose examples are elsewhere. */
  readonly sheet?: Sheet | undefined;
  /** The file of what the run does not train, where the replica has it. */
  readonly base?: Blob | undefined;
  /** The part of the parameters that was trained; the others were given. */
  readonly merged?: TrainedPart | undefined;
}

export interface TrainedPart {
  /** The rank of adapters; undefined: the part is the layers after those that stayed as they were. */
  readonly rank: number | undefined;
  readonly numbers: number;
}

/** The model answers for so many in well under a second. */
const mostExamples = 1000;
/** 8 MiB. */
const mostValues = 1 << 21;
/** The windows of a text: only the beginnings of prompts. */
const mostWindows = 16;

export function heldOutOf(dataset: Dataset, { validation, train }: Split): HeldOut {
  const isTrained = validation.length === 0;
  const shown = isTrained ? train : validation;
  const length = dataset.inputShape.reduce((product, size) => product * size, 1);
  const most = dataset.text ? mostWindows : mostExamples;
  const count = Math.min(shown.length, most, Math.floor(mostValues / length));
  const inputs = new Float32Array(count * length);
  const labels = new Uint32Array(count);
  const ofOne = new Uint32Array(dataset.terms);
  const bits = dataset.predicts === 'amounts' ? new Uint32Array(count * dataset.terms) : undefined;
  for (let i = 0; i < count; i++) {
    dataset.read(shown.at(i)!, inputs, i * length, ofOne, 0);
    labels[i] = ofOne[0];
    bits?.set(ofOne, i * dataset.terms);
  }
  const amounts = bits && { amounts: new Float32Array(bits.buffer) };
  return {
    inputs,
    labels,
    ...amounts,
    count,
    of: shown.length,
    trained: trainedByClass(dataset, train),
    isTrained,
  };
}

/** A second of work at most. */
const mostCounted = 100_000;

function trainedByClass(dataset: Dataset, train: Split['train']): Uint32Array<ArrayBuffer> | undefined {
  if (dataset.text || dataset.predicts === 'amounts' || train.length > mostCounted) return undefined;
  const counts = new Uint32Array(dataset.classes);
  const inputs = new Float32Array(dataset.inputShape.reduce((product, size) => product * size, 1));
  const label = new Uint32Array(dataset.terms);
  for (let at = 0; at < train.length; at++) {
    dataset.read(train.at(at)!, inputs, 0, label, 0);
    counts[label[0]]++;
  }
  return counts;
}
