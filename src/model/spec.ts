// A model is data: an input shape and a list of layers (src/ops/layers.ts). Shapes are inferred; compiling it yields a
// plan.
import type { Layer } from '../ops/layers';

export type { Layer } from '../ops/layers';
export type { Activation } from '../ops/dense/dense';

export interface ModelSpec {
  readonly name: string;
  /** Of one example: [784], [28, 28, 1] (height, width, channels), [T] for tokens. */
  readonly inputShape: readonly number[];
  readonly layers: readonly Layer[];
  /** The last layer's output is logits: (classes), or (T, vocabulary) with one loss term per position. */
  readonly loss: 'softmax-cross-entropy';
}

/** How a model is compiled. A replica's own choice: only the sum of gradients leaves it (E5). */
export interface CompileOptions {
  /** Drops activations inside blocks and computes them again in the backward. */
  readonly checkpoints: boolean;
}
