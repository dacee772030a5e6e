// The optimizer that a replica runs by itself between two steps of the ring. Its vectors and running products stay from
// one step of the ring to the next; its parameters begin again at the outer ones (E25). It is local: outside the digest,
// and zero for a joiner, a replica that caught up, a new run and a change of the mode. What a step did to it counts once
// the step is finished: until then a dropped attempt leaves it as it was.
import { assert } from '../../../base/assert';
import type { OptimizerConfig } from '../../../optim/rules/config';
import type { TensorRange } from '../../../optim/state/tensor-ranges';
import { createShadow, createTrainState, type TrainState } from '../../../optim/state/train-state';
import { innerUpdate, type InnerStep } from './inner-update';

export class InnerOptimizer {
  #optimizer: OptimizerConfig | undefined;
  #held: TrainState | undefined;
  /** The state after the last inner step; `held` before the first. */
  #current: TrainState | undefined;
  #spares: TrainState[] = [];

  /** A step of the ring begins at these parameters. What an unfinished one did is forgotten. */
  begin(optimizer: OptimizerConfig, outer: Float32Array): void {
    const isOther = JSON.stringify(optimizer) !== JSON.stringify(this.#optimizer);
    if (isOther || this.#held?.parameters.length !== outer.length) this.forget();
    this.#optimizer = optimizer;
    this.#held ??= createTrainState(optimizer, outer.length);
    if (this.#spares.length === 0) this.#spares = [createShadow(this.#held), createShadow(this.#held)];
    this.#held.parameters.set(outer);
    this.#current = this.#held;
  }

  /** False: an update is not finite, and was not made. */
  step(step: InnerStep, tensors: readonly TensorRange[]): boolean {
    const from = this.#current;
    assert(from && this.#optimizer, 'a step of the ring has begun');
    const to = this.#spares.find((spare) => spare !== from)!;
    const isFinite = innerUpdate(this.#optimizer, from, to, step, tensors);
    if (isFinite) this.#current = to;
    return isFinite;
  }

  /** (P): after the last inner step. Valid until the next. */
  get parameters(): Float32Array {
    assert(this.#current, 'a step of the ring has begun');
    return this.#current.parameters;
  }

  /** The step of the ring is finished with what these inner steps did. */
  keep(): void {
    const { current, held } = { current: this.#current, held: this.#held };
    if (!current || !held || current === held) return;
    this.#spares = [...this.#spares.filter((spare) => spare !== current), held];
    this.#held = current;
  }

  forget(): void {
    this.#held = undefined;
    this.#current = undefined;
    this.#spares = [];
  }

  /** The vectors that the next step of the ring begins with; undefined: zero. */
  get vectors(): readonly Float32Array[] | undefined {
    return this.#held?.vectors;
  }
}
