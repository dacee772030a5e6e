// A link's rate, from its own traffic where that is dense enough, else by a probe: padding that the peer drops and
// answers (PROTOCOL.md L17). Invariants: only this side's caller makes it send a probe (L17d). A probe goes only when
// nothing waits, and one at a time. The first is small, so that a slow line is never busy with a probe for long.
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

/** An eighth of a second at 1 Mbit/s. */
const firstProbeBytes = 16 * 1024;
const probeGrowth = 4;
const probeEveryMs = 1_000;
/** After this time the rate may have changed. */
const probeAgainMs = 30_000;

export class LinkMeter {
  readonly #meter = new BurstMeter();
  #cancelEnd: (() => void) | undefined;
  #probeBytes = firstProbeBytes;
  #probedMs = -Infinity;

  constructor(readonly deps: LinkMeterDeps) {}

  get bytesPerSecond(): number | undefined {
    return this.#meter.bytesPerSecond;
  }

  get basis(): RateBasis | undefined {
    return this.#meter.basis;
  }

  /** The line is another one from now on. */
  forget(): void {
    this.#probedMs = -Infinity;
    this.#meter.forget(this.deps.clock.now());
  }

  get shortestTripMs(): number | undefined {
    return this.#meter.shortestTripMs(this.deps.clock.now());
  }

  trip(ms: number): void {
    this.#meter.trip(ms, this.deps.clock.now());
  }

  /** Call it before a bulk frame goes to the wire. */
  before(frameBytes: number): void {
    const { clock, isIdle, isWaiting } = this.deps;
    // The line may run empty while a frame waits for credit; then it did not wait for the caller.
    const hasRunEmpty = isIdle() && !isWaiting();
    if (!this.#meter.wantsStart(frameBytes, hasRunEmpty, clock.now())) return;
    const number = this.#send(leastPaddingBytes);
    if (number !== undefined) this.#meter.begin(number, 'traffic', clock.now(), hasRunEmpty);
  }

  /** Call it when the wire has taken the frame. */
  after(frameBytes: number): void {
    const { clock } = this.deps;
    if (this.#meter.add(frameBytes, clock.now())) this.#mark();
    // The caller's next frame may come within this turn of the event loop.
    if (this.#meter.wantsEnd) this.#cancelEnd ??= clock.after(0, () => this.#endBurst());
  }

  /** Measures an idle link if that is due. */
  probe(): void {
    const { clock, isQuiet, sendPadding } = this.deps;
    const nowMs = clock.now();
    const { measuredMs = -Infinity, isMeasuring } = this.#meter;
    if (isMeasuring || !isQuiet() || nowMs - this.#probedMs < probeEveryMs) return;
    if (nowMs - measuredMs < probeAgainMs) return;
    // The last probe was too short to measure the rate.
    const wasTooSmall = measuredMs < this.#probedMs;
    this.#probeBytes = wasTooSmall
      ? Math.min(maxProbeBytes, probeGrowth * this.#probeBytes)
      : firstProbeBytes;
    this.#probedMs = nowMs;
    const first = this.#send(leastPaddingBytes);
    if (first === undefined) return;
    this.#meter.begin(first, 'probe', nowMs, true);
    for (let left = this.#probeBytes; left > 0; left -= maxFrameBytes)
      if (!sendPadding(encodePadding(Math.min(left, maxFrameBytes)))) return this.#meter.drop();
    this.#meter.add(this.#probeBytes, nowMs);
    this.#mark();
  }

  /** False: no mark of this number waits for an answer. */
  answered(number: number): boolean {
    return this.#meter.answered(number, this.deps.clock.now());
  }

  end(): void {
    this.#cancelEnd?.();
  }

  #endBurst(): void {
    this.#cancelEnd = undefined;
    const { isWaiting, isIdle } = this.deps;
    if (!isWaiting() && !isIdle() && this.#meter.wantsEnd) this.#mark();
  }

  #mark(): void {
    const number = this.#send(leastPaddingBytes);
    if (number === undefined) this.#meter.drop();
    else this.#meter.mark(number, this.deps.clock.now());
  }

  /** Sends padding that asks for an answer, and returns its number. */
  #send(length: number): number | undefined {
    const number = this.deps.draw();
    return this.deps.sendPadding(encodePadding(length, number)) ? number : undefined;
  }
}
