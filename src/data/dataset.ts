// A dataset is a pure table of examples: the same index gives the same bytes on every replica, which its hash
// shows. Which examples belong to (step, rank, world size) is the sampler's business.

export interface Dataset {
  readonly name: string;
  /** Of one example: [28, 28], [2], [T] for a window of T characters. */
  readonly inputShape: readonly number[];
  readonly classes: number;
  /** Labels, and so loss terms, of one example: 1, or T for text. */
  readonly terms: number;
  readonly length: number;
  /** Of text. Its examples are windows in the order of the text, and so are not split at random: validation is the
   *  tail. */
  readonly text?: {
    /** Class and token id → character. */
    readonly characters: readonly string[];
    /** How many windows after one share characters with it. */
    readonly overlap: number;
  };
  /** 16 hex digits over every input and label: compared in HELLO. */
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
