// What is absurd: a contribution whose mean gradient is a thousand times longer than usual. Usual is the median norm of
// whole contributions over the last steps and members, from their header records: everyone's own judgement, for who
// joined late saw fewer of them. A successor allows twice what the source does, so that no honest one is accused.
import { lowerMedian } from '../schedule/apportion';
import type { RunState } from '../run/run-state';

/** Some ten steps of a small ring, two of a class. */
const remembered = 64;
const fewest = 8;
const outlierFactor = 1_000;
const successorFactor = 2 * outlierFactor;

export class NormWatch {
  #run = '';
  #norms: number[] = [];

  /** What is usual in another run says nothing; who is healed within one goes by what it saw. */
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

  /** ‖g_j‖ above it is absurd; undefined while too few are known. */
  limit(by: 'source' | 'successor'): number | undefined {
    if (this.#norms.length < fewest) return undefined;
    const usual = lowerMedian(this.#norms);
    return usual > 0 ? usual * (by === 'source' ? outlierFactor : successorFactor) : undefined;
  }
}
