// Signals on their way out. They wait in order per peer while the server is away or the peer is not there yet. Their
// number and age are bounded, and a few are in flight at a time. A signal that cannot leave by the server is also
// passed to the members once, and stays queued for the server. Its sequence (R8a) (R8) shows the receiver that both
// copies are the same.
import { logged } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import type { Result } from '../../base/result';

export interface Outgoing {
  readonly to: string;
  readonly data: string;
  /** Rises with every signal of this sender (R8). */
  readonly sequence: number;
  readonly atMs: number;
}

export interface OutboxOptions {
  readonly clock: Clock;
  /** May this signal leave now? */
  readonly isReady: (to: string) => boolean;
  readonly send: (signal: Outgoing) => Promise<Result<unknown, string>>;
  /** Gives the signal to the linked members; false when that is not possible yet. */
  readonly passOn: (signal: Outgoing) => boolean;
  /** A signal was given up. */
  readonly dropped: (signal: Outgoing, code: 'undelivered' | 'outbox-full', why: string) => void;
}

/** A peer's offer and candidates are under 20 signals; a newcomer calls at most a few tens of peers. */
const maxQueued = 512;
/** R10a. By then the peer's links have given it up too. */
const maxAgeMs = 15_000;
const maxInFlight = 16;
const retryMs = 500;

export class Outbox {
  #queue: Outgoing[] = []; // by sequence
  #sequence: number;
  readonly #passedOn = new Set<number>(); // sequences of queued signals that the members have
  #inFlight = 0;
  #cancelRetry: (() => void) | undefined;
  #isClosed = false;

  constructor(
    private readonly options: OutboxOptions,
    firstSequence: number,
  ) {
    this.#sequence = firstSequence;
  }

  add(to: string, data: string): void {
    if (this.#isClosed) return;
    this.#queue.push({ to, data, sequence: this.#sequence++, atMs: this.options.clock.now() });
    if (this.#queue.length > maxQueued) {
      const oldest = this.#queue.shift()!;
      this.#passedOn.delete(oldest.sequence);
      this.options.dropped(oldest, 'outbox-full', `${maxQueued} signals wait already`);
    }
    this.flush();
  }

  /** Sends the signals that may leave. Call it when the connection, the key or the roster changed. */
  flush(): void {
    if (this.#isClosed) return;
    const { clock, isReady, dropped } = this.options;
    const oldest = clock.now() - maxAgeMs;
    const waiting: Outgoing[] = [];
    const expired: Outgoing[] = [];
    for (const signal of this.#queue) {
      if (signal.atMs < oldest) expired.push(signal);
      else if (!isReady(signal.to)) {
        this.#passOn(signal);
        waiting.push(signal);
      } else if (this.#inFlight >= maxInFlight) waiting.push(signal);
      else this.#send(signal);
    }
    this.#queue = waiting;
    this.#arm();
    for (const signal of expired) {
      this.#passedOn.delete(signal.sequence);
      dropped(signal, 'undelivered', 'the peer did not appear in time');
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#queue = [];
    this.#cancelRetry?.();
  }

  #send(signal: Outgoing): void {
    this.#inFlight++;
    void this.options.send(signal).then((result) => {
      this.#inFlight--;
      if (this.#isClosed) return;
      if (result.ok) {
        this.#passedOn.delete(signal.sequence);
        if (this.#queue.length > 0) this.flush();
      } else if (isWorthRetrying(result.error.code)) {
        this.#passOn(signal);
        this.#queue.push(signal);
        this.#queue.sort((a, b) => a.sequence - b.sequence);
        this.#arm();
      } else this.options.dropped(signal, 'undelivered', logged(result.error.says));
    });
  }

  #passOn(signal: Outgoing): void {
    const { sequence } = signal;
    if (!this.#passedOn.has(sequence) && this.options.passOn(signal)) this.#passedOn.add(sequence);
  }

  #arm(): void {
    this.#cancelRetry?.();
    this.#cancelRetry =
      this.#queue.length > 0 && !this.#isClosed
        ? this.options.clock.after(retryMs, () => this.flush())
        : undefined;
  }
}

function isWorthRetrying(code: string): boolean {
  return ['rate-limited', 'server-unreachable', 'not-in-room', 'no-such-peer'].includes(code);
}
