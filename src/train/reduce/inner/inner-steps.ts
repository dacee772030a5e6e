// Local steps (E24): this replica trains by itself on its shard, some examples at a time, from the outer parameters on.
// What it contributes to the ring's sum is its pseudo-gradient n_j · (θ_outer − θ_inner): over Σn_j that is the mean
// change, weighted by examples. Loss sums are of the first inner step, whose parameters are the outer ones.
import type { Clock } from '../../../base/clock';
import type { Engine, MicroBatch } from '../../../model/engine';
import type { OptimizerConfig } from '../../../optim/rules/config';
import type { TensorRange } from '../../../optim/state/tensor-ranges';
import type { Computed, GradientSource } from '../gradient-source';
import { stopsEarly } from './early-stop';
import type { InnerOptimizer } from './inner-optimizer';

/** What inner steps of every mode are given. */
export interface InnerOptions {
  readonly engine: Engine;
  /** (P): the parameters of the ring's state. The engine holds them before and after. */
  readonly outer: Float32Array;
  readonly optimizer: OptimizerConfig;
  readonly clipNorm: number;
  readonly tensors: readonly TensorRange[];
  /** Loss terms of the shard. */
  readonly terms: number;
  /** The batches of inner step `at`, made when it is due: a thousand of them need not be held at once. */
  readonly batches: readonly (() => readonly MicroBatch[])[];
  readonly learningRate: (at: number) => number;
  /** When the others with a shard had all said their records of this round; undefined: not yet. */
  readonly othersDoneMs: () => number | undefined;
  readonly clock: Clock;
}

export interface InnerStepsOptions extends InnerOptions {
  readonly inner: InnerOptimizer;
}

export class InnerSteps implements GradientSource {
  readonly isAnnouncedLate = true;
  readonly isOverlapped = false;
  termsComputed = 0;
  #done = 0;

  constructor(private readonly options: InnerStepsOptions) {}

  get terms(): number {
    return this.options.terms;
  }

  /** Inner steps done. */
  get done(): number {
    return this.#done;
  }

  async compute(
    buckets: Parameters<GradientSource['compute']>[0],
    into: Float32Array,
    onBucket: (index: number) => void,
    signal: AbortSignal,
  ): Promise<Computed> {
    const { engine, outer, inner, optimizer } = this.options;
    inner.begin(optimizer, outer);
    const computed = await this.#train(into, signal).finally(() => engine.setParameters(outer));
    for (const { index } of buckets) onBucket(index);
    return computed;
  }

  async #train(into: Float32Array, signal: AbortSignal): Promise<Computed> {
    const { engine, outer, inner, tensors, clipNorm, batches, learningRate, clock } = this.options;
    const startedMs = clock.now();
    const whole = [{ index: 0, start: 0, end: into.length }];
    let first = { lossSum: 0, score: 0, count: 0 };
    let contributed = 0;
    for (const [at, batch] of batches.entries()) {
      if (stopsEarly(this.options, this.#done, startedMs)) break;
      if (at > 0) engine.setParameters(inner.parameters);
      const microBatches = batch();
      const sums = await engine.gradient(microBatches, whole, into, () => undefined, {
        overlap: false,
        signal,
      });
      signal.throwIfAborted();
      this.termsComputed += microBatches.reduce((sum, { weights }) => sum + weights.length, 0);
      if (sums.count === 0) break; // it overflowed at every scale: what was done before counts
      if (at === 0) first = sums;
      contributed += sums.count;
      this.#done++;
      if (inner.step({ sum: into, count: sums.count, learningRate: learningRate(at), clipNorm }, tensors))
        continue;
      into.fill(NaN); // its check finds that, and it withholds it
      return { ...first, contributed };
    }
    const { parameters } = inner;
    for (let i = 0; i < into.length; i++)
      into[i] = contributed === 0 ? 0 : contributed * Math.fround(outer[i] - parameters[i]);
    return { ...first, contributed };
  }
}
