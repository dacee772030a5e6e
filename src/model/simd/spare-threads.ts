// Compute threads that are started before their engine is wanted, so that loading their script costs no time then. Idle
// ones are ended by `release`, and with the Worker that started them.
import type { ComputeThread, SpawnThread, ThreadEvents } from './compute-threads';

interface Spare {
  readonly thread: ComputeThread;
  events: ThreadEvents | undefined;
}

export class SpareThreads {
  #idle: Spare[] = [];

  constructor(readonly start: SpawnThread) {}

  /** Starts threads until so many are idle. */
  prepare(count: number): void {
    try {
      while (this.#idle.length < count) this.#idle.push(this.#begin(`compute ${this.#idle.length + 1}`));
    } catch {
      // No thread starts here: the engine that wants one meets the same error, and continues without.
    }
  }

  /** An idle thread, or a new one. */
  readonly spawn: SpawnThread = (name, events) => {
    const spare = this.#idle.shift();
    if (!spare) return this.start(name, events);
    spare.events = events;
    return spare.thread;
  };

  get idle(): number {
    return this.#idle.length;
  }

  release(): void {
    for (const { thread } of this.#idle.splice(0)) thread.terminate();
  }

  #begin(name: string): Spare {
    const thread = this.start(name, {
      message: (message) => spare.events?.message(message),
      failed: (why) => {
        this.#idle = this.#idle.filter((each) => each !== spare);
        spare.events?.failed(why);
      },
    });
    const spare: Spare = { thread, events: undefined };
    return spare;
  }
}
