// Parts of micro-batches and ways to cut a parameter vector into buckets, for the tests of the engines.
import type { Bucket, Engine, MicroBatch } from '../engine';
import type { Plan } from '../plan/plan';

/** Rows [part · microBatch, (part + 1) · microBatch) of a larger micro-batch. */
export function sliceBatch(
  plan: Pick<Plan, 'microBatch' | 'inputs' | 'terms'>,
  whole: MicroBatch,
  part: number,
): MicroBatch {
  const { microBatch, inputs, terms } = plan;
  const [from, to] = [part * microBatch, (part + 1) * microBatch];
  return {
    inputs: whole.inputs.slice(from * inputs, to * inputs),
    labels: whole.labels.slice(from * terms, to * terms),
    weights: whole.weights.slice(from * terms, to * terms),
    keys: whole.keys?.slice(from, to),
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
