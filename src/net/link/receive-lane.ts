// The receiving half of one channel: counts received and consumed bytes, and decides when to give credit.
// Invariant: received ≤ the limit last given, so unconsumed bytes never exceed the window (L3).
import { assert } from '../../base/assert';
import type { Channel, Received } from './link';

/** Credit is given back in quarters of the window, or after this time when less has accumulated (L3b). */
const creditEveryMs = 250;

export class ReceiveLane {
  receivedBytes = 0;
  consumedBytes = 0;
  windowBytes: number;
  #limitBytes: number;
  #grantedMs = -Infinity;

  constructor(initialWindowBytes: number) {
    this.windowBytes = initialWindowBytes;
    this.#limitBytes = initialWindowBytes;
  }

  /** False when the peer sent more than it was allowed. */
  accept(length: number): boolean {
    if (this.receivedBytes + length > this.#limitBytes) return false;
    this.receivedBytes += length;
    return true;
  }

  consume(length: number): void {
    this.consumedBytes += length;
    assert(this.consumedBytes <= this.receivedBytes, 'no more is consumed than was received');
  }

  /** What may be sent now: no less than was said before. */
  get limitBytes(): number {
    return Math.max(this.#limitBytes, this.consumedBytes + this.windowBytes);
  }

  /** The new limit when it is worth a message now. Call `granted` once that message is sent. */
  nextLimit(nowMs: number): number | undefined {
    const limitBytes = this.consumedBytes + this.windowBytes;
    const gain = limitBytes - this.#limitBytes;
    if (gain <= 0 || (gain < this.windowBytes / 4 && nowMs - this.#grantedMs < creditEveryMs))
      return undefined;
    return limitBytes;
  }

  granted(limitBytes: number, nowMs: number): void {
    this.#limitBytes = limitBytes;
    this.#grantedMs = nowMs;
  }
}

export class ReceivedFrame implements Received {
  #consumed = false;

  constructor(
    readonly channel: Channel,
    readonly bytes: Uint8Array,
    private readonly onConsume: (channel: Channel, length: number) => void,
  ) {}

  consume(): void {
    assert(!this.#consumed, 'a received frame is consumed once');
    this.#consumed = true;
    this.onConsume(this.channel, this.bytes.byteLength);
  }
}
