// A seeded micro-batch of random inputs and labels, for timing and tests of an engine.
import { prng, type Prng } from '../../base/prng';
import type { MicroBatch } from '../engine';
import type { Plan } from './plan';

/** Rows from `filled` on are padding: their weights are 0, and their inputs are random and must have no effect. */
export function randomBatch(
  plan: Pick<Plan, 'microBatch' | 'inputs' | 'predicts' | 'terms' | 'classes' | 'vocabulary'>,
  title: string,
  seed: number,
  filled: number,
): MicroBatch {
  const random = prng('micro-batch', title, seed);
  const { microBatch, inputs, predicts, terms, classes, vocabulary } = plan;
  return {
    inputs: Float32Array.from({ length: microBatch * inputs }, () =>
      vocabulary === undefined ? random.normal() / 2 : random.below(vocabulary),
    ),
    labels:
      predicts === 'amounts'
        ? amounts(microBatch * terms, random)
        : Uint32Array.from({ length: microBatch * terms }, () => random.below(classes)),
    weights: Float32Array.from({ length: microBatch * terms }, (_, at) => (at < filled * terms ? 1 : 0)),
    keys: Uint32Array.from({ length: microBatch }, () => 1 + random.below(0xffff_ffff)),
  };
}

/** The bits of amounts in deviations from their mean. */
function amounts(count: number, random: Prng): Uint32Array {
  return new Uint32Array(Float32Array.from({ length: count }, () => random.normal()).buffer);
}
