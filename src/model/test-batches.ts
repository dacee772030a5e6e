// Seeded micro-batches and ways to cut a parameter vector into buckets, for the tests of the engines.
import { prng } from '../base/prng';
import type { Bucket, Engine, MicroBatch } from './engine';
import type { Plan } from './plan';

/** Rows past `filled` are padding: weight 0, and inputs that must not matter. */
export function randomBatch(
  plan: Pick<Plan, 'microBatch' | 'inputs' | 'terms' | 'classes' | 'vocabulary'>,
  title: string,
  seed: number,
  filled: number,
): MicroBatch {
  const random = prng('micro-batch', title, seed);
  const { microBatch, inputs, terms, classes, vocabulary } = plan;
  return {
    inputs: Float32Array.from({ length: microBatch * inputs }, () =>
      vocabulary === undefined ? random.normal() / 2 : random.below(vocabulary),
    ),
    labels: Uint32Array.from({ length: microBatch * terms }, () => random.below(classes)),
    weights: Float32Array.from({ length: microBatch * terms }, (_, at) => (at < filled * terms ? 1 : 0)),
    keys: Uint32Array.from({ length: microBatch }, () => 1 + random.below(0xffff_ffff)),
  };
}

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
