// Seeded micro-batches and ways to cut a parameter vector into buckets, for the tests of the engines.
import { prng } from '../base/prng';
import type { Bucket, Engine, MicroBatch } from './engine';

/** Rows past `filled` are padding: weight 0, and inputs that must not matter. */
export function randomBatch(
  plan: { readonly microBatch: number; readonly inputs: number; readonly classes: number },
  title: string,
  seed: number,
  filled: number,
): MicroBatch {
  const random = prng('micro-batch', title, seed);
  const { microBatch, inputs, classes } = plan;
  return {
    inputs: Float32Array.from({ length: microBatch * inputs }, () => random.normal() / 2),
    labels: Uint32Array.from({ length: microBatch }, () => random.below(classes)),
    weights: Float32Array.from({ length: microBatch }, (_, row) => (row < filled ? 1 : 0)),
  };
}

/** Rows [part · microBatch, (part + 1) · microBatch) of a larger micro-batch. */
export function sliceBatch(
  plan: { readonly microBatch: number; readonly inputs: number },
  whole: MicroBatch,
  part: number,
): MicroBatch {
  const { microBatch, inputs } = plan;
  const [from, to] = [part * microBatch, (part + 1) * microBatch];
  return {
    inputs: whole.inputs.slice(from * inputs, to * inputs),
    labels: whole.labels.slice(from, to),
    weights: whole.weights.slice(from, to),
  };
}

export function single({ parameterCount }: Engine): Bucket[] {
  return [{ index: 0, start: 0, end: parameterCount }];
}

export function perSlot({ slots }: Engine): Bucket[] {
  return slots
    .toReversed()
    .map(({ offset, length }, index) => ({ index, start: offset, end: offset + length }));
}

/** Three buckets whose borders cut through slots. */
export function uneven({ parameterCount }: Engine): Bucket[] {
  const cuts = [parameterCount, Math.floor(0.9 * parameterCount), Math.ceil(parameterCount / 3), 0];
  return [0, 1, 2].map((index) => ({ index, start: cuts[index + 1], end: cuts[index] }));
}
