// Notices a Worker that no longer answers: a browser can lock one up, and none of its own timers fires then. Firefox 153
// does so to a Worker that starts Workers while something listens for debuggers, as WebDriver BiDi does. The starting thread
// waits until the new Worker is known to the listener, on the condition on which the new Worker waits for events, and
// Notify() wakes one of the two (WorkerPrivate::WaitForIsDebuggerRegistered). 3 to 13 Workers were started before one start
// did not return; without BiDi, 4,800 in a row returned. Silence is counted in slices, so a suspended device is not taken for
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
