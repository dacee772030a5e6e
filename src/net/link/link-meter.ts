// A link's rate, from its own traffic where that is dense enough, else by a probe: padding that the peer drops and
// answers (PROTOCOL.md L17). Invariants: nothing but this side's owner makes it send a probe; a probe goes only where
// nothing waits, one at a time, first small, and so that a slow line is never busy with it for long.
import type { Clock } from '../../base/clock';
import { BurstMeter, maxProbeBytes } from './burst-meter';
import { maxFrameBytes, type RateBasis } from './link';
import { encodePadding, leastPaddingBytes } from './link-message';

export interface LinkMeterDeps {
  readonly clock: Clock;
  /** A number that the peer cannot guess, 0 … 2⁵³ − 1. */
  readonly draw: () => number;
  /** Hands padding to the wire's bulk channel; false when it was not taken. */
  readonly sendPadding: (bytes: Uint8Array) => boolean;
  /** Has the wire's bulk queue run empty? */
  readonly isIdle: () => boolean;
  /** Do bulk frames wait for room or for credit? */
  readonly isWaiting: () => boolean;
  /** Open, with nothing of either channel waiting or on its way to the network. */
  readonly isQuiet: () => boolean;
}

/** At 1 Mbit/s an eighth of a second. */
const firstProbeBytes = 16 * 1024;
const probeGrowth = 4;
const probeEveryMs = 1_000;
/** What was measured so long ago may have changed. */
const probeAgainMs = 30_000;

export class LinkMeter {
  readonly #meter = new BurstMeter();
  #cancelEnd: (() => void) | undefined;
  #probeBytes = firstProbeBytes;
  #probedMs = -Infinity;

  constructor(readonly host: LinkMeterDeps) {}

  get bytesPerSecond(): number | undefined {
    return this.#meter.bytesPerSecond;
  }

  get basis(): RateBasis | undefined {
    return this.#meter.basis;
  }

  trip(ms: number): void {
    this.#meter.trip(ms, this.host.clock.now());
  }

  /** A bulk frame is given to the wire next. */
  before(frameBytes: number): void {
    const { clock, isIdle, isWaiting } = this.host;
    // A frame that waited for credit did not make the line wait for the caller, though the line ran empty.
    if (!this.#meter.wantsStart(frameBytes, isIdle() && !isWaiting(), clock.now())) return;
    const number = this.#send(leastPaddingBytes);
    if (number !== undefined) this.#meter.begin(number, 'traffic', clock.now());
  }

  /** The wire took it. */
  after(frameBytes: number): void {
    const { clock } = this.host;
    if (this.#meter.add(frameBytes, clock.now())) this.#mark();
    // The caller's next frame may come within this turn of the event loop.
    if (this.#meter.wantsEnd) this.#cancelEnd ??= clock.after(0, () => this.#endBurst());
  }

  /** Measures an idle link, where that is due. */
  probe(): void {
    const { clock, isQuiet, sendPadding } = this.host;
    const nowMs = clock.now();
    const { measuredMs = -Infinity, isMeasuring } = this.#meter;
    if (isMeasuring || !isQuiet() || nowMs - this.#probedMs < probeEveryMs) return;
    if (nowMs - measuredMs < probeAgainMs) return;
    // The last one was over too soon to tell.
    const wasTooSmall = measuredMs < this.#probedMs;
    this.#probeBytes = wasTooSmall
      ? Math.min(maxProbeBytes, probeGrowth * this.#probeBytes)
      : firstProbeBytes;
    this.#probedMs = nowMs;
    const first = this.#send(leastPaddingBytes);
    if (first === undefined) return;
    this.#meter.begin(first, 'probe', nowMs);
    for (let left = this.#probeBytes; left > 0; left -= maxFrameBytes)
      if (!sendPadding(encodePadding(Math.min(left, maxFrameBytes)))) return this.#meter.drop();
    this.#meter.add(this.#probeBytes, nowMs);
    this.#mark();
  }

  /** False: no mark of this number waits for an answer. */
  answered(number: number): boolean {
    return this.#meter.answered(number, this.host.clock.now());
  }

  end(): void {
    this.#cancelEnd?.();
  }

  #endBurst(): void {
    this.#cancelEnd = undefined;
    const { isWaiting, isIdle } = this.host;
    if (!isWaiting() && !isIdle() && this.#meter.wantsEnd) this.#mark();
  }

  #mark(): void {
    const number = this.#send(leastPaddingBytes);
    if (number === undefined) this.#meter.drop();
    else this.#meter.mark(number, this.host.clock.now());
  }

  /** Padding that asks for an answer, by its number. */
  #send(length: number): number | undefined {
    const number = this.host.draw();
    return this.host.sendPadding(encodePadding(length, number)) ? number : undefined;
  }
}
