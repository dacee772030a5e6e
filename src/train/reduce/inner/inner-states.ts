// What Streaming DiLoCo's inner steps leave from one step of the ring to the next: a member's own parameters and its
// inner optimizer's vectors (E28). They are local, outside the digest. Only those of a member whose part entered the
// last step continue; all others begin again. Four sets of tensors serve: what the last step left, what the present one
// left, and two of the inner steps that run ahead.
import { assert } from '../../../base/assert';
import type { OptimizerConfig } from '../../../optim/rules/config';
import { createShadow, createTrainState, type TrainState } from '../../../optim/state/train-state';

export class InnerStates {
  #key = '';
  /** The first set: the others lie beside it. */
  #shape: TrainState | undefined;
  /** The states of this optimizer and length, in use or not. */
  #made = new Set<TrainState>();
  #free: TrainState[] = [];
  #left: { readonly step: number; readonly state: TrainState } | undefined;

  /** What is held is for this optimizer and length; else it is forgotten. */
  prepare(optimizer: OptimizerConfig, length: number): void {
    const key = JSON.stringify([optimizer, length]);
    if (key !== this.#key) this.forget();
    this.#key = key;
    this.#shape ??= createTrainState(optimizer, length);
  }

  /** A set with any contents. */
  take(): TrainState {
    assert(this.#shape, 'prepared for an optimizer');
    const state = this.#free.pop() ?? (this.#made.size === 0 ? this.#shape : createShadow(this.#shape));
    this.#made.add(state);
    return state;
  }

  /** The set is no longer used. */
  give(state: TrainState): void {
    if (this.#made.has(state) && !this.#free.includes(state)) this.#free.push(state);
  }

  /** What the finished step `step` left; undefined: its part did not enter the sum, or it was another step. */
  leftBy(step: number): TrainState | undefined {
    return this.#left?.step === step ? this.#left.state : undefined;
  }

  /** The next step begins again. */
  leaveNothing(): void {
    if (this.#left) this.give(this.#left.state);
    this.#left = undefined;
  }

  leave(step: number, state: TrainState): void {
    this.leaveNothing();
    this.#left = { step, state };
  }

  forget(): void {
    this.#key = '';
    this.#shape = undefined;
    this.#made = new Set();
    this.#free = [];
    this.#left = undefined;
  }
}
