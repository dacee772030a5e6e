// Whose bytes are read next (R28). Whoever has sent something waits for a turn. Turns go to networks, within a network to
// its parts, and there to connections: to the one that has used the least of the server's time (start-time fair queueing,
// Goyal et al. 1996). A turn costs the time that it took. So a flood waits behind its own turns, and others do not.
import type { Clock } from '../base/clock';
import { Heap } from './heap';

/** A run of turns lasts this long; then the process looks for what has arrived meanwhile. */
const runMs = 2;

export class Turns {
  readonly #all = new Share('all');
  #isRunning = false;

  /** `later`: runs an action after the input and output that are due now. */
  constructor(
    readonly clock: Pick<Clock, 'now'>,
    readonly later: (action: () => void) => unknown = setImmediate,
  ) {}

  /** `path`: the network, its parts, and the connection, which waits for one turn at a time. `laterMs`: what the turn
   *  causes after it, and costs too. */
  wait(path: readonly string[], serve: () => void, laterMs = 0): void {
    this.#all.add(path, { serve, laterMs });
    this.#start();
  }

  #start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.later(() => this.#run());
  }

  #run(): void {
    let leftMs = runMs;
    try {
      do leftMs -= this.#all.serve(this.clock);
      while (this.#all.isWaiting && leftMs > 0);
    } finally {
      this.#isRunning = false;
      if (this.#all.isWaiting) this.#start();
    }
  }
}

interface Turn {
  readonly serve: () => void;
  readonly laterMs: number;
}

/** A network, a part of it, or a connection. Times are of its parent: how much it had used before its turn. */
class Share {
  /** Those that wait: the one that has used the least is first, among equals the one that came first. */
  readonly #line = new Heap<Share>((a, b) => Share.#isBefore(a, b));
  readonly #waiting = new Map<string, Share>();
  /** Those that wait no longer, and had more than others: the order in which they stopped. */
  readonly #resting = new Map<string, Share>();
  #turn: Turn | undefined;
  #usedMs = 0;
  #place = 0;
  #nextPlace = 0;
  /** What the child in turn had used: whoever comes new begins here. */
  #nowMs = 0;

  constructor(readonly key: string) {}

  get isWaiting(): boolean {
    return this.#turn !== undefined || this.#waiting.size > 0;
  }

  add([key, ...rest]: readonly string[], turn: Turn): void {
    if (key === undefined) {
      this.#turn = turn;
      return;
    }
    let child = this.#waiting.get(key);
    if (!child) {
      child = this.#resting.get(key) ?? new Share(key);
      this.#resting.delete(key);
      child.#usedMs = Math.max(child.#usedMs, this.#nowMs);
      this.#waiting.set(key, child);
      this.#lineUp(child);
    }
    child.add(rest, turn);
  }

  /** Gives one turn; returns its cost. */
  serve(clock: Pick<Clock, 'now'>): number {
    if (this.#turn) {
      const { serve, laterMs } = this.#turn;
      this.#turn = undefined;
      const startedMs = clock.now();
      serve();
      return clock.now() - startedMs + laterMs;
    }
    const child = this.#line.takeFirst();
    if (!child) return 0;
    this.#nowMs = child.#usedMs;
    let costMs = 0;
    try {
      costMs = child.serve(clock);
    } finally {
      child.#usedMs += costMs;
      if (child.isWaiting) {
        this.#lineUp(child);
      } else {
        this.#waiting.delete(child.key);
        this.#resting.set(child.key, child);
      }
      this.#forget();
    }
    return costMs;
  }

  /** Whoever has used no more than a newcomer is as good as new. */
  #forget(): void {
    for (const [key, child] of this.#resting) {
      if (child.#usedMs > this.#nowMs && this.#waiting.size > 0) return;
      this.#resting.delete(key);
    }
  }

  #lineUp(child: Share): void {
    child.#place = this.#nextPlace++;
    this.#line.push(child);
  }

  static #isBefore(a: Share, b: Share): boolean {
    return a.#usedMs < b.#usedMs || (a.#usedMs === b.#usedMs && a.#place < b.#place);
  }
}
