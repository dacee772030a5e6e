// The tensor sets of one replica. Updates alternate between a pair of them, which is fastest. Further sets exist as
// long as snapshots are frozen. A set in use is never handed out.
import { createShadow, type TrainState } from '../../optim/state/train-state';

export class TensorSets {
  readonly #pair: readonly [TrainState, TrainState];
  #further: readonly TrainState[] = [];

  constructor(readonly first: TrainState) {
    this.#pair = [first, createShadow(first)];
  }

  /** A set of this shape that is not among `inUse`; its contents are arbitrary. */
  spare(inUse: readonly TrainState[]): TrainState {
    const isFree = (set: TrainState): boolean => !inUse.includes(set);
    const free = [...this.#pair, ...this.#further].find(isFree) ?? createShadow(this.first);
    this.#further = [...this.#further, free].filter(
      (set, at, all) =>
        !this.#pair.includes(set) && all.indexOf(set) === at && (set === free || !isFree(set)),
    );
    return free;
  }
}
