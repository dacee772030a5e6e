// One Worker of a replica that is started before it is wanted: while a person reads the Join screen, its script is loaded
// and its self-test runs. It is ended soon after the screen is left, when the tab is put away, and after some minutes.
import { realClock, type Clock } from '../../base/clock';
import type { RunConfig } from '../protocol';
import type { ReplicaThread } from './replica-worker';

/** A tab left open on its first screen does not keep the memory: some ten megabytes, and a small dataset. */
const idleMs = 10 * 60_000;
/** The time from one screen to the next, which takes it. */
const graceMs = 3_000;

export class SpareWorker {
  #spare: ReplicaThread | undefined;
  #holders = 0;
  #cancelIdle = (): void => undefined;

  constructor(
    readonly clock: Clock,
    readonly start: () => ReplicaThread,
  ) {}

  /** Starts one, unless it is there. `expected`: the run that its replica will probably train. The returned function says
   *  that this caller no longer needs it. */
  hold(expected?: RunConfig): () => void {
    this.#holders++;
    if (!this.#spare) this.#prepare();
    if (expected) this.#spare?.postMessage({ kind: 'expect', config: expected }, []);
    this.#endAfter(idleMs);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      if (--this.#holders === 0) this.#endAfter(graceMs);
    };
  }

  /** The prepared one, or a new one. */
  take(): ReplicaThread {
    const spare = this.#spare;
    this.#spare = undefined;
    this.#cancelIdle();
    if (!spare) return this.start();
    spare.onerror = null;
    return spare;
  }

  release(): void {
    this.#cancelIdle();
    this.#spare?.terminate();
    this.#spare = undefined;
  }

  #prepare(): void {
    const spare = this.start();
    this.#spare = spare;
    // The one that is started when a replica begins meets the same error, and shows it.
    spare.onerror = (event) => {
      event.preventDefault();
      if (this.#spare === spare) this.release();
    };
  }

  #endAfter(ms: number): void {
    this.#cancelIdle();
    if (this.#spare) this.#cancelIdle = this.clock.after(ms, () => this.release());
  }
}

/** The spare Worker of this page: the next replica takes it. */
export const spareWorker = new SpareWorker(realClock, () => startWorker('replica'));

/** A Worker for a replica. `picture`: of a ring that is only a picture, whose Workers prepare no compute threads. */
export function startWorker(name: 'replica' | 'picture'): ReplicaThread {
  return new Worker(new URL('./worker-entry.ts', import.meta.url), { type: 'module', name });
}
