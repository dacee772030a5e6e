// Two wire ends in one thread's memory. Messages cross in a microtask, or when a test flushes by hand, so that it can act
// between any two messages. Microtasks starve timers and drawing, so rings of one page use ports instead.
import type { Channel } from '../../link/link';
import type { Wire, WireEvents } from '../../link/wire';

export interface LoopbackPair {
  readonly a: LoopbackWire;
  readonly b: LoopbackWire;
  /** Delivers all messages sent so far, one direction after the other; returns their number. */
  flush(): number;
}

export function loopbackPair(mode: 'microtask' | 'manual'): LoopbackPair {
  const a = new LoopbackWire(mode);
  const b = new LoopbackWire(mode);
  a.join(b);
  b.join(a);
  return { a, b, flush: () => a.deliver() + b.deliver() };
}

interface Message {
  readonly channel: Channel;
  readonly bytes: Uint8Array;
}

class LoopbackWire implements Wire {
  readonly kind = 'loopback';
  #other!: LoopbackWire;
  #events: WireEvents | undefined;
  #closed = false;
  #underway: Message[] = [];
  #scheduled = false;
  #bulkBytes = 0;

  constructor(private readonly mode: 'microtask' | 'manual') {}

  join(other: LoopbackWire): void {
    this.#other = other;
  }

  start(events: WireEvents): void {
    this.#events = events;
    if (!this.#other.#events) return;
    this.#schedule();
    this.#other.#schedule();
    queueMicrotask(() => {
      this.#other.#events!.open();
      if (!this.#closed) events.open();
    });
  }

  send(channel: Channel, bytes: Uint8Array): boolean {
    if (this.#closed || this.#other.#closed) return false;
    this.#underway.push({ channel, bytes: bytes.slice() });
    if (channel === 'bulk') this.#bulkBytes += bytes.byteLength;
    this.#schedule();
    return true;
  }

  bufferedAmount(channel: Channel): number {
    return channel === 'bulk' ? this.#bulkBytes : 0;
  }

  drainBelow(): void {
    // Every delivery empties the queue and calls `drain`.
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#schedule();
  }

  /** Delivers the messages under way to the other end; returns their number. */
  deliver(): number {
    const events = this.#other.#events;
    if (!events) return 0;
    this.#scheduled = false;
    const messages = this.#underway;
    this.#underway = [];
    this.#bulkBytes = 0;
    for (const { channel, bytes } of messages) if (!this.#other.#closed) events.message(channel, bytes);
    if (this.#closed && !this.#other.#closed) {
      this.#other.#closed = true;
      events.lost('the other end of the loopback closed');
    } else if (messages.length > 0 && !this.#closed) this.#events?.drain();
    return messages.length;
  }

  #schedule(): void {
    if (this.mode === 'manual' || this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => this.deliver());
  }
}
