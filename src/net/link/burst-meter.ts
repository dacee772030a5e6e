// The rate of a link, in bytes per second, from bursts between two marks that the peer answers (PROTOCOL.md L17). A
// burst counts only if the line never waited for the caller. That means: between the first mark and the last its queue
// was not empty, or frames waited for credit (L17a). So a slow caller is never mistaken for a slow link (the
// "application-limited" rule of BBR, Cardwell et al. 2016). All times are of this side's clock, and a peer learns a
// mark's number only with the bytes ahead of it. So a peer can make its own link look slower by late answers. It can
// make it look a few times faster by answering all but the last mark late. It cannot change another link's rate.
import type { RateBasis } from './link';

/** Fewer bytes measure a turn of the event loop rather than the line. */
const leastBytes = 32 * 1024;
/** A burst begins with a frame of this size: small frames are no load. */
const leastFirstFrameBytes = 16 * 1024;
/** Marks within a burst, so that a slow line is measured early; the last one ends the burst. */
const milestoneBytes = [64 * 1024, 256 * 1024] as const;
/** Browsers' clocks have steps of 0.1 to 1 ms: shorter times are too inexact. */
const leastLineMs = 1;
/** Probes grow until one takes this long. */
const leastProbeMs = 8;
export const maxProbeBytes = 256 * 1024;
/** The peer controls round trips too. So at least this part of a burst's time counts as the line's. */
const leastLineShare = 1 / 4;
/** In the middle of a stream answers come in batches, so the time between two of them must be much longer. */
const streamMs = 100;
/** The least time between two bursts of traffic that are measured (L17c). */
const burstEveryMs = 250;
/** The median of this many bursts (L17b): it drops a burst that a busy peer answered late or in a batch. */
const mostSamples = 8;
/** The shortest round trip in this time is that of an empty line. */
const tripsMs = 10_000;

interface Burst {
  readonly basis: RateBasis;
  readonly startMs: number;
  /** True when it began while older bytes were on their way: then only the time between two answers counts. */
  readonly isStream: boolean;
  bytes: number;
  /** The burst’s bytes up to its last mark. */
  markedBytes: number;
  /** When the answer to its first mark arrived. */
  answeredMs: number | undefined;
  /** The burst’s sample; a later mark of the burst replaces the value, because it is more exact. */
  sample: { bytesPerSecond: number } | undefined;
}

interface Mark {
  readonly begins: Burst | undefined;
  readonly ends: { readonly burst: Burst; readonly bytes: number } | undefined;
}

export class BurstMeter {
  #burst: Burst | undefined;
  readonly #marks = new Map<number, Mark>();
  #samples: { bytesPerSecond: number }[] = [];
  #basis: RateBasis | undefined;
  #measuredMs: number | undefined;
  #trips: { readonly ms: number; readonly atMs: number }[] = [];
  #begunMs = -Infinity;
  /** Bursts and trips that began before are of another line. */
  #forgottenMs = -Infinity;
  /** The next burst need not find the line empty: after a change, a loaded line may not run empty for long. */
  #beginsAnew = false;

  /** undefined until a burst has been measured. */
  get bytesPerSecond(): number | undefined {
    const sorted = this.#samples.map((sample) => sample.bytesPerSecond).sort((a, b) => a - b);
    const half = sorted.length >> 1;
    return sorted.length % 2 === 1
      ? sorted[half]
      : sorted.length > 0
        ? (sorted[half - 1] + sorted[half]) / 2
        : undefined;
  }

  /** How the newest measurement was made. */
  get basis(): RateBasis | undefined {
    return this.#basis;
  }

  /** When the newest measurement was made. */
  get measuredMs(): number | undefined {
    return this.#measuredMs;
  }

  /** A mark waits for its answer. */
  get isMeasuring(): boolean {
    return this.#marks.size > 0;
  }

  /** Begins again. Marks that wait for an answer are still answered. */
  forget(nowMs: number): void {
    this.#forgottenMs = nowMs;
    this.#beginsAnew = true;
    this.#burst = undefined;
    this.#samples = [];
    this.#basis = undefined;
    this.#measuredMs = undefined;
    this.#trips = [];
  }

  /** The round trip of a small message. */
  trip(ms: number, nowMs: number): void {
    if (nowMs - ms < this.#forgottenMs) return;
    this.#trips = [...this.#trips.filter(({ atMs }) => nowMs - atMs < tripsMs), { ms, atMs: nowMs }];
  }

  /** A frame of real traffic comes next. `isIdle`: the line has nothing to send. True: send a mark first. */
  wantsStart(frameBytes: number, isIdle: boolean, nowMs: number): boolean {
    if (!isIdle && !this.#beginsAnew) return false;
    this.#burst = undefined; // the line ran empty
    return !this.isMeasuring && frameBytes >= leastFirstFrameBytes && nowMs - this.#begunMs >= burstEveryMs;
  }

  /** The mark `number` goes out now, and a burst follows it. */
  begin(number: number, basis: RateBasis, nowMs: number, isIdle: boolean): void {
    this.#beginsAnew = false;
    this.#burst = this.#newBurst(basis, nowMs, !isIdle);
    this.#marks.set(number, { begins: this.#burst, ends: undefined });
  }

  /** The line took this many bytes. True: send a mark after them. */
  add(bytes: number, nowMs: number): boolean {
    const burst = this.#burst;
    if (!burst) return false;
    burst.bytes += bytes;
    if (!burst.isStream)
      return milestoneBytes.some((limit) => burst.markedBytes < limit && burst.bytes >= limit);
    const { answeredMs } = burst;
    return answeredMs !== undefined && nowMs - answeredMs >= streamMs && burst.bytes >= leastBytes;
  }

  /** The caller has nothing more to send. True: the burst deserves a last mark, if the line is still busy. */
  get wantsEnd(): boolean {
    const burst = this.#burst;
    return !!burst && !burst.isStream && burst.bytes >= leastBytes && burst.markedBytes < burst.bytes;
  }

  /** The mark `number` goes out after the added bytes. Later bytes belong to the same burst or to the next one, until the
   *  line runs empty. */
  mark(number: number, nowMs: number): void {
    const burst = this.#burst;
    if (!burst) return;
    const { bytes, basis, isStream } = burst;
    burst.markedBytes = bytes;
    const isLast = isStream || bytes >= milestoneBytes[1];
    if (isLast) this.#burst = this.#newBurst(basis, nowMs, true);
    this.#marks.set(number, { begins: isLast ? this.#burst : undefined, ends: { burst, bytes } });
  }

  /** Sends no more marks for the current burst. */
  drop(): void {
    this.#burst = undefined;
  }

  /** The peer has all bytes before this mark. False: there is no such mark. */
  answered(number: number, nowMs: number): boolean {
    const mark = this.#marks.get(number);
    if (!mark) return false;
    this.#marks.delete(number);
    const { begins, ends } = mark;
    if (begins) begins.answeredMs = nowMs;
    if (begins && !begins.isStream) this.trip(nowMs - begins.startMs, nowMs);
    if (ends) this.#measure(ends.burst, ends.bytes, nowMs);
    return true;
  }

  #newBurst(basis: RateBasis, nowMs: number, isStream: boolean): Burst {
    this.#begunMs = nowMs;
    return {
      basis,
      startMs: nowMs,
      isStream,
      bytes: 0,
      markedBytes: 0,
      answeredMs: undefined,
      sample: undefined,
    };
  }

  #measure(burst: Burst, bytes: number, nowMs: number): void {
    const { answeredMs, startMs, isStream, basis } = burst;
    if (startMs < this.#forgottenMs) return;
    if (answeredMs === undefined) return; // answers of a link come in order, so the first mark was of another burst
    // The burst's first mark found the line empty.
    const markMs = answeredMs - startMs;
    const tripMs = isStream ? markMs : Math.min(markMs, this.shortestTripMs(nowMs) ?? markMs);
    const lineMs = Math.max(nowMs - startMs - tripMs, leastLineShare * (nowMs - startMs));
    // No larger probe follows the largest one: the link is at least this fast.
    const isLargest = basis === 'probe' && bytes >= maxProbeBytes;
    if (lineMs < (basis === 'probe' ? leastProbeMs : leastLineMs) && !isLargest) return;
    const bytesPerSecond = (bytes * 1000) / Math.max(lineMs, leastLineMs);
    this.#basis = basis;
    this.#measuredMs = nowMs;
    if (burst.sample) burst.sample.bytesPerSecond = bytesPerSecond;
    else this.#samples = [...this.#samples.slice(1 - mostSamples), (burst.sample = { bytesPerSecond })];
  }

  /** The shortest of the last 10 s; undefined: none came. */
  shortestTripMs(nowMs: number): number | undefined {
    const recent = this.#trips.filter(({ atMs }) => nowMs - atMs < tripsMs).map(({ ms }) => ms);
    return recent.length > 0 ? Math.min(...recent) : undefined;
  }
}
