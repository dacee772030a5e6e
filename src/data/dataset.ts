// A dataset is a pure table of examples: the same index gives the same bytes on every replica, which its hash
// shows. Which examples belong to (step, rank, world size) is the sampler's business.

export interface Dataset {
  readonly name: string;
  /** Of one example: [28, 28], [2]. */
  readonly inputShape: readonly number[];
  readonly classes: number;
  readonly length: number;
  /** 16 hex digits over every input and label: compared in HELLO. */
  readonly hash: string;
  /** Copies example `index` into `inputs` at element `at`, and returns its label. Inputs are about −1 … 1 or 0 … 1. */
  read(index: number, inputs: Float32Array, at: number): number;
}
