// A model is data: an input shape and a list of layers (src/ops/layers.ts). Compiling it infers the shapes and yields a
// plan.
import type { AmountLoss } from '../ops/amount-loss/amount-loss.ref';
import type { Layer } from '../ops/layers';

export type { AmountLoss } from '../ops/amount-loss/amount-loss.ref';
export type { Layer } from '../ops/layers';
export type { Activation } from '../ops/dense/dense';

export interface ModelSpec {
  readonly name: string;
  /** The shape of one example: [784], [28, 28, 1] (height, width, channels), [T] for tokens. */
  readonly inputShape: readonly number[];
  readonly layers: readonly Layer[];
  /** Cross-entropy: the last layer's output is logits, (classes), or (T, vocabulary) with one loss term per position. A loss of
   *  amounts: each of its outputs is one, in deviations from the mean, and a loss term. */
  readonly loss: 'softmax-cross-entropy' | AmountLoss;
  /** Trained in place of the model's own parameters, which then stay as they are given. Absent: those are trained. */
  readonly adapters?: Adapters;
  /** The parameters of so many first layers are frozen, and those of the layers after them are trained.
   *  Absent: all are. A model has either these or adapters. */
  readonly frozenLayers?: number;
}

/** The same model, all of whose parameters are trained. */
export function wholeSpec({ adapters: _, frozenLayers: _layers, ...model }: ModelSpec): ModelSpec {
  return model;
}

/** Only a part of it is trained: the rest, its base, has to be given. */
export function hasBase({ adapters, frozenLayers }: ModelSpec): boolean {
  return adapters !== undefined || frozenLayers !== undefined;
}

/** Low-rank changes of weights (Hu et al. 2021): W + alpha / rank · A·B for each of them. */
export interface Adapters {
  readonly rank: number;
  readonly alpha: number;
  /** Full names of weights of dense layers and attention: 'layers.1.0.1.qkv.weight'. */
  readonly weights: readonly string[];
}

/** How a model is compiled. Each replica chooses for itself, because only sums of gradients leave it (E5). */
export interface CompileOptions {
  /** Drops the activations inside blocks and recomputes them in the backward pass. */
  readonly checkpoints: boolean;
  /** The bytes of logits that exist at once, where a frozen last layer lets the loss come in pieces. */
  readonly logitsBytes?: number | undefined;
}
