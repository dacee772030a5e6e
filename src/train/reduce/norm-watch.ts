// Finds outliers: contributions whose mean gradient is a thousand times longer than usual (S11). Usual is the median norm of
// whole contributions over the last steps and members, from their header records. Each member judges for itself, because
// one that joined late saw fewer records. A successor allows twice as much as the source, so no honest one is accused.
import { lowerMedian } from '../schedule/apportion';
import type { RunState } from '../run/run-state';

/** About ten steps of a small ring, two of a full classroom. */
const remembered = 64;
const fewest = 8;
const outlierFactor = 1_000;
const successorFactor = 2 * outlierFactor;

export class NormWatch {
  #run = '';
  #norms: number[] = [];

  /** Norms of another run are forgotten. A member that caught up within a run keeps those that it saw. */
  follow({ run, config }: RunState): void {
    const followed = JSON.stringify([run, config]);
    if (followed === this.#run) return;
    this.#run = followed;
    this.#norms = [];
  }

  /** ‖g_j‖² of the mean gradients of one committed step. */
  add(squares: readonly number[]): void {
    this.#norms = [...this.#norms, ...squares.map(Math.sqrt)].slice(-remembered);
  }

  /** A ‖g_j‖ above it is an outlier; undefined while too few norms are known. */
  limit(by: 'source' | 'successor'): number | undefined {
    if (this.#norms.length < fewest) return undefined;
    const usual = lowerMedian(this.#norms);
    return usual > 0 ? usual * (by === 'source' ? outlierFactor : successorFactor) : undefined;
  }
}
