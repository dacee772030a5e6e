// The full training steps that are compared: one batch, one set of initial parameters, AdamW with decoupled decay on
// matrices and filters only. Parameters are in each task's own order and layout; a system with another layout converts
// them. Random values come from seeds: every system gets the same.
import { prng } from '../../../src/base/prng';

export const adamw = {
  learningRate: 1e-3,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  weightDecay: 0.01,
} as const;

export interface TaskParameter {
  readonly name: string;
  readonly shape: readonly number[];
  readonly decays: boolean;
  readonly initial: Float32Array;
}

export interface TrainingTask {
  readonly name: string;
  /** Rows of the batch. */
  readonly batch: number;
  readonly parameters: readonly TaskParameter[];
  /** (B, …), reals; token ids in a language model. */
  readonly inputs: Float32Array<ArrayBuffer>;
  /** (terms). */
  readonly labels: Int32Array<ArrayBuffer>;
  /** The products of forward and backward: the least work of a step. */
  readonly flops: number;
}

type Initial = { readonly deviation: number } | { readonly value: number };

export function taskParameter(
  task: string,
  name: string,
  shape: readonly number[],
  initial: Initial,
): TaskParameter {
  const random = prng('bench', task, name);
  const length = shape.reduce((product, size) => product * size, 1);
  const fill = 'value' in initial ? () => initial.value : () => initial.deviation * random.normal();
  return { name, shape, decays: shape.length > 1, initial: Float32Array.from({ length }, fill) };
}

export function randomReals(seed: string, length: number, deviation = 1): Float32Array<ArrayBuffer> {
  const random = prng('bench', seed);
  return Float32Array.from({ length }, () => deviation * random.normal());
}

export function randomIds(seed: string, length: number, below: number): Int32Array<ArrayBuffer> {
  const random = prng('bench', seed);
  return Int32Array.from({ length }, () => random.below(below));
}
