// A dataset is a pure table of examples. The same index gives the same bytes on every replica, and the hash shows it.
// The sampler decides which examples belong to (step, rank, world size).
import type { Tokens } from './tokens';
import type { Vocabulary } from './vocabulary';

export interface Dataset {
  readonly name: string;
  /** Shape of one example: [28, 28], [2], [T] for a window of T characters. */
  readonly inputShape: readonly number[];
  readonly classes: number;
  /** Labels are the bits of f32s, amounts in deviations from their mean, and `classes` is 1. Absent: they are classes. */
  readonly predicts?: 'amounts';
  /** Labels of one example, and so its loss terms: 1, T for text, or its amounts. */
  readonly terms: number;
  readonly length: number;
  /** The facts of a text; absent for other data. Its examples are windows in the order of the text, so they are not
   *  split at random: validation is the tail. */
  readonly text?: {
    /** The text of each class and token id. */
    readonly vocabulary: Vocabulary;
    /** How many windows after a window share tokens with it. */
    readonly overlap: number;
    /** All tokens of a large text (text-windows.ts), which has too many windows to list. */
    readonly large?: Tokens;
  };
  /** 16 hex digits over every input and label. Members compare it in HELLO. */
  readonly hash: string;
  /** Copies example `index` into `inputs` at element `at`, and its labels into `labels` at `labelAt`. Inputs are about
   *  −1 … 1 or 0 … 1, or token ids as whole numbers. */
  read(
    index: number,
    inputs: Float32Array,
    at: number,
    labels: Uint8Array | Uint32Array,
    labelAt: number,
  ): void;
}
