// Notices a Worker that no longer answers: a browser can lock one up, and none of its own timers fires then. Firefox 153
// does so to a Worker that starts Workers while a script drives the page over WebDriver BiDi: 3 to 13 of them were started
// before one did not return, and 4,800 in a row without BiDi. In a debugger, both the old and the new Worker then wait
// without a time limit on one condition of the browser. Silence is counted in slices, so a suspended device is not taken for
// a lost Worker. A Worker that says anything costs no message.
import type { Clock } from '../../base/clock';

const sliceMs = 10_000;
/** A Worker rests between two micro-batches, and the slowest takes seconds. */
const silentSlices = 4;
/** The first question was asked so long before the Worker is taken for lost. */
export const unansweredMs = sliceMs * (silentSlices - 1);

export class WorkerWatch {
  #heard = true;
  #silent = 0;
  #cancel: () => void = () => undefined;

  constructor(
    readonly clock: Clock,
    /** Asks the Worker to say something. */
    readonly ask: () => void,
    readonly lost: () => void,
  ) {}

  start(): void {
    this.#cancel = this.clock.after(sliceMs, () => {
      this.#silent = this.#heard ? 0 : this.#silent + 1;
      this.#heard = false;
      if (this.#silent >= silentSlices) return this.lost();
      if (this.#silent > 0) this.ask();
      this.start();
    });
  }

  heard(): void {
    this.#heard = true;
  }

  stop(): void {
    this.#cancel();
  }
}
