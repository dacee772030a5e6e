// Local steps a second time, for the replay oracle: one member's shard in inner steps, by plain loops and the optimizers'
// specification. Nothing of src/train/inner is used.
import { squaredNormOf } from '../../optim/state/block-norms';
import type { TensorRange } from '../../optim/state/tensor-ranges';
import type { TrainState } from '../../optim/state/train-state';
import { oracleUpdate } from '../../optim/testing/update-oracle';
import type { RunConfig } from '../run/run-config';

export interface PlainInner {
  readonly config: RunConfig;
  readonly innerSteps: number;
  /** The rate of each inner step, from 0. */
  readonly rate: (inner: number) => number;
  /** The member's planned positions, and how many of them, from the first on, are in the sum. */
  readonly planned: readonly number[];
  readonly consumed: number;
  /** (P) */
  readonly outer: Float32Array;
  /** Vectors and products from the outer step before; its parameters are replaced. Changed in place. */
  readonly state: TrainState;
  readonly tensors: readonly TensorRange[];
  /** Σ∇L at these parameters over these positions, and its loss terms. */
  readonly gradient: (
    parameters: Float32Array,
    positions: readonly number[],
  ) => Promise<{ sum: Float32Array; count: number }>;
}

/** n · (θ_outer − θ_inner), and n. */
export async function plainPseudoGradient(inner: PlainInner): Promise<{ sum: Float32Array; count: number }> {
  const { config, planned, consumed, outer, state, tensors, rate } = inner;
  state.parameters.set(outer);
  const steps = Math.min(inner.innerSteps, planned.length);
  let total = 0;
  let at = 0;
  for (let i = 0; i < steps && at < consumed; i++) {
    const size = Math.floor(planned.length / steps) + (i < planned.length % steps ? 1 : 0);
    const { sum, count } = await inner.gradient(state.parameters, planned.slice(at, at + size));
    at += size;
    total += count;
    const norm = Math.sqrt(squaredNormOf(sum)) / count;
    const isClipped = config.clipNorm > 0 && norm > config.clipNorm;
    oracleUpdate(config.optimizer, state, sum, {
      learningRate: rate(i),
      exampleCount: count,
      tensors,
      ...(isClipped ? { clipScale: Math.fround(config.clipNorm / norm) } : {}),
    });
  }
  if (at !== consumed) throw new Error(`${consumed} of ${planned.length} examples are no whole inner steps`);
  const f = Math.fround;
  return { sum: outer.map((value, p) => f(total * f(value - state.parameters[p]))), count: total };
}
