// A plan in memory that this thread computes: what an engine on the processor needs of it.
import type { MicroBatch } from '../engine';

export interface PlanModel {
  setParameters(flat: Float32Array): void;
  /** A copy. */
  readParameters(): Float32Array;
  clearGradients(): void;
  /** Copies flat elements [start, end) of the gradient to their place in `into`. */
  copyGradient(start: number, end: number, into: Float32Array): void;
  clearSums(): void;
  /** The sums of all micro-batches since clearSums. */
  sums(): { readonly lossSum: number; readonly correct: number };
  /** Without `drops` dropout is off, as in evaluation. */
  load(batch: MicroBatch, options: { readonly drops: boolean }): void;
  forward(): void;
  /** Backward calls [from, to). */
  backward(from?: number, to?: number): void;
  /** A copy of the last micro-batch's logits (microBatch, terms, classes). */
  logits(): Float32Array;
}
