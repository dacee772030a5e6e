// Streaming DiLoCo a second time, for the replay oracle: one member's inner steps and its pseudo-gradient of one
// fragment, by plain loops and the optimizers' specification. Nothing of src/train/inner is used.
import { squaredNormOf } from '../../optim/state/block-norms';
import { createTrainState, type TrainState } from '../../optim/state/train-state';
import { oracleUpdate } from '../../optim/testing/update-oracle';
import type { Fragment } from '../run/fragments';
import type { StreamingSync } from '../run/sync';
import type { PlainInner } from './plain-inner';

export interface PlainStreaming extends Omit<PlainInner, 'state' | 'innerSteps'> {
  readonly step: number;
  readonly member: string;
  readonly sync: StreamingSync;
  /** The fragments by number. */
  readonly fragments: readonly Fragment[];
}

export class PlainStreams {
  /** The members whose part entered a step: that step, and what it left. */
  readonly #left = new Map<string, { readonly step: number; readonly state: TrainState }>();

  clear(): void {
    this.#left.clear();
  }

  /** n · (θ_outer − θ_own) in the step's fragment, else 0; and n. */
  async pseudoGradient(given: PlainStreaming): Promise<{ sum: Float32Array; count: number }> {
    const { config, step, member, sync, fragments, planned, consumed, outer, tensors } = given;
    const f = Math.fround;
    const before = this.#left.get(member);
    const goesOn = before?.step === step - 1;
    const state = goesOn ? before.state : createTrainState(config.optimizer, outer.length);
    if (!goesOn) state.parameters.set(outer);
    let isMixed = !goesOn;
    const mix = (): void => {
      const fragment = isMixed ? [] : fragments[(step - 2 + sync.fragments) % sync.fragments];
      for (const { start, end } of fragment)
        for (let p = start; p < end; p++)
          state.parameters[p] = f(f(f(sync.mixing) * state.parameters[p]) + f(f(1 - sync.mixing) * outer[p]));
      isMixed = true;
    };
    const steps = Math.min(sync.innerSteps / sync.fragments, planned.length);
    let total = 0;
    let at = 0;
    for (let i = 0; i < steps && at < consumed; i++) {
      if (i === sync.delay) mix();
      const size = Math.floor(planned.length / steps) + (i < planned.length % steps ? 1 : 0);
      const { sum, count } = await given.gradient(state.parameters, planned.slice(at, at + size));
      at += size;
      total += count;
      const norm = Math.sqrt(squaredNormOf(sum)) / count;
      const isClipped = config.clipNorm > 0 && norm > config.clipNorm;
      oracleUpdate(config.optimizer, state, sum, {
        learningRate: given.rate(i),
        exampleCount: count,
        tensors,
        ...(isClipped ? { clipScale: f(config.clipNorm / norm) } : {}),
      });
    }
    mix();
    if (at !== consumed)
      throw new Error(`${consumed} of ${planned.length} examples are no whole inner steps`);
    this.#left.set(member, { step, state });
    const sum = new Float32Array(outer.length);
    for (const { start, end } of fragments[(step - 1) % sync.fragments])
      for (let p = start; p < end; p++) sum[p] = f(total * f(outer[p] - state.parameters[p]));
    return { sum, count: total };
  }
}
