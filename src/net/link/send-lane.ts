// The sending half of one channel: a queue of frames that go out in order as credit and the wire's queue allow.
// Invariants: sent ≤ the peer's limit; every pending send settles exactly once (taken, aborted, stalled, closed).
import { assert } from '../../base/assert';
import type { Clock } from '../../base/clock';
import { abortReason, DeadlineError } from '../../base/deadline';

export interface SendLaneDeps {
  readonly clock: Clock;
  /** Time without progress after which a waiting send rejects. */
  readonly deadlineMs: number;
  /** The wait as the error says it: 'Brave Otter to take bulk frames'. */
  readonly waitingFor: string;
  /** Is there room in the wire's queue for this many bytes now? */
  hasRoom(length: number): boolean;
  /** Gives the bytes to the wire; false when it refused. */
  take(bytes: Uint8Array): boolean;
}

interface Pending {
  readonly bytes: Uint8Array;
  readonly sinceMs: number;
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
  readonly signal: AbortSignal | undefined;
}

/** An abort signal of sends that wait in this lane. */
interface AbortWatch {
  /** The number of its waiting sends. */
  waiting: number;
  readonly onAbort: () => void;
}

const taken = Promise.resolve();

export class SendLane {
  sentBytes = 0;
  queuedBytes = 0;
  /** The peer has confirmed that this much has come. */
  acknowledgedBytes = 0;
  #limitBytes: number;
  #queue: Pending[] = [];
  #progressMs: number;
  #stallTimer: (() => void) | undefined;
  #closed = false;
  /** One listener per signal, however many sends wait: Node warns of a leak at a signal with many listeners. */
  readonly #watches = new Map<AbortSignal, AbortWatch>();

  constructor(
    private readonly deps: SendLaneDeps,
    initialLimitBytes: number,
  ) {
    this.#limitBytes = initialLimitBytes;
    this.#progressMs = deps.clock.now();
  }

  get isWaiting(): boolean {
    return this.#queue.length > 0;
  }

  get limitBytes(): number {
    return this.#limitBytes;
  }

  send(bytes: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
    if (this.#queue.length === 0 && this.#trySend(bytes)) return taken;
    return new Promise((resolve, reject) => {
      this.#queue.push({ bytes, sinceMs: this.deps.clock.now(), resolve, reject, signal });
      if (signal) this.#watch(signal);
      this.queuedBytes += bytes.byteLength;
      this.#stallTimer ??= this.deps.clock.after(this.deps.deadlineMs, () => this.#checkStall());
    });
  }

  /** Sends the frames that may go now. */
  flush(): void {
    let sent = 0;
    while (sent < this.#queue.length && this.#trySend(this.#queue[sent].bytes)) {
      const pending = this.#queue[sent++];
      this.queuedBytes -= pending.bytes.byteLength;
      this.#settle(pending);
      pending.resolve();
    }
    if (sent > 0) this.#queue.splice(0, sent);
  }

  /** The wire opened. Waiting for that has a deadline of its own. */
  restartDeadline(): void {
    this.#progressMs = this.deps.clock.now();
  }

  /** Takes the peer's credit; false when it takes credit back or claims bytes that were never sent. */
  grant(limitBytes: number, receivedBytes: number, maxWindowBytes: number): boolean {
    if (limitBytes < this.#limitBytes || receivedBytes < this.acknowledgedBytes) return false;
    if (receivedBytes > this.sentBytes || limitBytes > receivedBytes + maxWindowBytes) return false;
    if (receivedBytes > this.acknowledgedBytes || limitBytes > this.#limitBytes)
      this.#progressMs = this.deps.clock.now();
    this.#limitBytes = limitBytes;
    this.acknowledgedBytes = receivedBytes;
    this.flush();
    return true;
  }

  close(reason: Error): void {
    this.#closed = true;
    this.#stallTimer?.();
    const queue = this.#queue;
    this.#queue = [];
    this.queuedBytes = 0;
    for (const pending of queue) {
      this.#settle(pending);
      pending.reject(reason);
    }
  }

  #trySend(bytes: Uint8Array): boolean {
    if (this.sentBytes + bytes.byteLength > this.#limitBytes) return false;
    if (!this.deps.hasRoom(bytes.byteLength) || !this.deps.take(bytes)) return false;
    this.sentBytes += bytes.byteLength;
    this.#progressMs = this.deps.clock.now();
    assert(this.sentBytes <= this.#limitBytes, 'a link never sends beyond the credit it was given (L3)');
    return true;
  }

  /** L6. */
  #checkStall(): void {
    this.#stallTimer = undefined;
    if (this.#closed) return;
    const { clock, deadlineMs, waitingFor } = this.deps;
    while (this.#queue.length > 0) {
      const head = this.#queue[0];
      const leftMs = Math.max(head.sinceMs, this.#progressMs) + deadlineMs - clock.now();
      if (leftMs > 0) {
        this.#stallTimer = clock.after(leftMs, () => this.#checkStall());
        return;
      }
      this.#drop(head, new DeadlineError(waitingFor, deadlineMs));
    }
  }

  /** L5. */
  #drop(pending: Pending, reason: Error): void {
    const at = this.#queue.indexOf(pending);
    if (at < 0) return;
    this.#queue.splice(at, 1);
    this.queuedBytes -= pending.bytes.byteLength;
    this.#settle(pending);
    pending.reject(reason);
    // A smaller frame behind it may fit into the remaining credit.
    if (at === 0) this.flush();
  }

  #watch(signal: AbortSignal): void {
    let watch = this.#watches.get(signal);
    if (!watch) {
      watch = { waiting: 0, onAbort: () => this.#dropAll(signal) };
      this.#watches.set(signal, watch);
      signal.addEventListener('abort', watch.onAbort);
    }
    watch.waiting++;
  }

  #dropAll(signal: AbortSignal): void {
    for (const pending of this.#queue.filter((each) => each.signal === signal))
      this.#drop(pending, abortReason(signal));
  }

  #settle({ signal }: Pending): void {
    const watch = signal && this.#watches.get(signal);
    if (!watch || --watch.waiting > 0) return;
    signal.removeEventListener('abort', watch.onAbort);
    this.#watches.delete(signal);
  }
}
