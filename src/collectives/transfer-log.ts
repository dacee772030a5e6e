// When one collective's bytes moved, for the step's split: the time hidden under compute, the exposed time, and the time
// spent waiting for other members. Intervals are merged across short gaps, so the log stays small for any number of
// frames.
import type { Clock } from '../base/clock';

export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

export interface TransferTimings {
  /** Clock times; undefined before the event. */
  readonly startedMs: number | undefined;
  readonly firstByteMs: number | undefined;
  readonly endedMs: number | undefined;
  /** The time from giving a frame to the link until the transport took it. */
  readonly sending: readonly Interval[];
  /** Arrivals with gaps of at most 20 ms, merged. */
  readonly receiving: readonly Interval[];
  /** Headers included. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  readonly payloadBytesSent: number;
  readonly payloadBytesReceived: number;
}

/** A 64 KiB frame takes 20 ms at 25 Mbit/s: arrivals closer than that are one flow. */
const sameFlowMs = 20;

export class TransferLog {
  #startedMs: number | undefined;
  #firstByteMs: number | undefined;
  #endedMs: number | undefined;
  readonly #sending: Interval[] = [];
  readonly #receiving: Interval[] = [];
  readonly #sums = { bytesSent: 0, bytesReceived: 0, payloadBytesSent: 0, payloadBytesReceived: 0 };

  constructor(readonly clock: Clock) {}

  start(): void {
    this.#startedMs = this.clock.now();
  }

  end(): void {
    this.#endedMs = this.clock.now();
  }

  /** Rises whenever a frame was taken, here or by the transport. */
  get movedBytes(): number {
    return this.#sums.bytesSent + this.#sums.bytesReceived;
  }

  /** Marks the first byte. A sender's first bytes may come before this replica starts. */
  arrives(): void {
    this.#firstByteMs ??= this.clock.now();
  }

  /** `beganMs`: when the frame was given to its link. */
  sent(beganMs: number, frameBytes: number, payloadBytes: number): void {
    merge(this.#sending, { startMs: beganMs, endMs: this.clock.now() }, 1);
    this.#sums.bytesSent += frameBytes;
    this.#sums.payloadBytesSent += payloadBytes;
  }

  received(frameBytes: number, payloadBytes: number): void {
    const nowMs = this.clock.now();
    this.arrives();
    merge(this.#receiving, { startMs: nowMs, endMs: nowMs }, sameFlowMs);
    this.#sums.bytesReceived += frameBytes;
    this.#sums.payloadBytesReceived += payloadBytes;
  }

  timings(): TransferTimings {
    return {
      startedMs: this.#startedMs,
      firstByteMs: this.#firstByteMs,
      endedMs: this.#endedMs,
      sending: [...this.#sending],
      receiving: [...this.#receiving],
      ...this.#sums,
    };
  }
}

/** Appends `next`, or lets it extend the last interval when the gap between them is short. */
function merge(intervals: Interval[], next: Interval, gapMs: number): void {
  const last = intervals.at(-1);
  if (last && next.startMs - last.endMs <= gapMs)
    intervals[intervals.length - 1] = { startMs: last.startMs, endMs: Math.max(last.endMs, next.endMs) };
  else intervals.push(next);
}
