// How many bulk bytes may be on their way, from what the peer says has come (PROTOCOL.md L21). A browser's own congestion
// control fills the queue of the slowest router until it overflows. Then control waits behind that queue, and Chromium's
// connection, which loses hundreds of packets at once, may stand almost still for seconds. So the link keeps less on its
// way than the line and a short queue hold. After BBR (Cardwell et al. 2016): the highest rate at which bytes arrived
// lately, times the shortest round trip. Pure; times in ms of one clock.
import { maxFrameBytes } from './link';

/** A line rests when no frame waits while the answer to another one travels. */
const leastFlightBytes = 2 * maxFrameBytes;
/** So long may a byte wait in queues, ours and the routers'. */
const queueMs = 20;
/** The flight exceeds what the line holds, or a line that became faster would not show it. */
const cruiseGain = 1.25;
/** The gain while the rate still grows. A larger one would overflow a router that holds as much as the line. */
const startGain = 1.75;
/** The rate did not grow by so much for so many round trips: it is the line's. */
const growth = 1.25;
const growthRounds = 3;
/** The rate is the highest of so many round trips. */
const rateRounds = 10;
/** The shortest round trip is looked for again after this time: what was sent until then may stand in a queue. */
const tripsMs = 5_000;
/** Meanwhile less than the line holds is on its way, so that the queues run empty. */
const drainGain = 0.75;
/** The drain's limit holds at least what the line takes in this time, in which the receiver says once what came. */
const leastDrainMs = 5;
/** A timer's step, and what a busy receiver adds: shorter times measure neither rate. */
const leastMs = 1;

interface Sent {
  /** All bytes sent so far, this frame included. */
  readonly endBytes: number;
  readonly atMs: number;
  /** The bytes that had come when it was sent, and when the peer had said so. */
  readonly cameBytes: number;
  readonly cameMs: number;
  /** The caller had no more to send. */
  readonly isLimited: boolean;
}

export class FlightLimit {
  /** All bytes so far. */
  sentBytes = 0;
  #sent: Sent[] = [];
  #cameBytes = 0;
  #cameMs = 0;
  /** Up to here the caller, not the flight, was the limit. */
  #limitedBytes = 0;
  /** The highest rate of each of the last rounds, bytes per ms; the last one is of the round that runs. */
  #rates: number[] = [0];
  /** The round ends when what was sent by then has come. */
  #roundEndBytes = 0;
  #grownRate = 0;
  #roundsWithoutGrowth = 0;
  #trip: { readonly ms: number; readonly atMs: number } | undefined;
  /** The time since which no more than the drain's limit is on its way, so that the queues run empty. */
  #emptySinceMs: number | undefined = -Infinity;

  /** Is there room for so many bytes more? */
  hasRoom(length: number, nowMs: number): boolean {
    return this.#flightBytes === 0 || this.#flightBytes + length <= this.bytes(nowMs);
  }

  /** The limit (L21b). */
  bytes(nowMs: number): number {
    const [rate, trip] = [this.#rate, this.#trip];
    if (rate === 0 || !trip) return leastFlightBytes;
    if (nowMs - trip.atMs >= tripsMs) return this.#drainBytes;
    const startMs = this.#roundsWithoutGrowth < growthRounds ? startGain * trip.ms : 0;
    return Math.max(
      leastFlightBytes,
      rate * Math.max(startMs, cruiseGain * trip.ms + queueMs),
      // A flight of a few frames would never grow otherwise: frames are whole.
      rate * trip.ms + 2 * maxFrameBytes,
    );
  }

  sent(length: number, nowMs: number): void {
    // Nothing was on its way: the time before does not count.
    if (this.sentBytes === this.#cameBytes) this.#cameMs = nowMs;
    this.sentBytes += length;
    this.#sent.push({
      endBytes: this.sentBytes,
      atMs: nowMs,
      cameBytes: this.#cameBytes,
      cameMs: this.#cameMs,
      isLimited: this.#cameBytes <= this.#limitedBytes,
    });
    if (this.#flightBytes > this.#drainBytes) this.#emptySinceMs = undefined;
  }

  /** The caller has no more to send now, while the flight had room. */
  limited(): void {
    this.#limitedBytes = this.sentBytes;
  }

  /** The peer says that so many of all bytes have come. */
  came(bytes: number, nowMs: number): void {
    if (bytes <= this.#cameBytes) return;
    let last: Sent | undefined;
    let gone = 0;
    while (gone < this.#sent.length && this.#sent[gone].endBytes <= bytes) last = this.#sent[gone++];
    this.#sent.splice(0, gone);
    this.#cameBytes = bytes;
    this.#cameMs = nowMs;
    if (this.#flightBytes <= this.#drainBytes) this.#emptySinceMs ??= nowMs;
    if (!last) return;
    if (last.endBytes > this.#roundEndBytes) this.#endRound();
    const rate = (bytes - last.cameBytes) / Math.max(leastMs, nowMs - last.cameMs);
    // A caller that sends little shows a lower bound only.
    if (!last.isLimited || rate > this.#rate)
      this.#rates[this.#rates.length - 1] = Math.max(rate, this.#rates.at(-1)!);
  }

  /** A small message went there and back. Only that of an empty line may be longer than the one before (L21c). */
  trip(ms: number, nowMs: number): void {
    const { ms: known = Infinity, atMs = -Infinity } = this.#trip ?? {};
    const isOfEmpty = this.#emptySinceMs !== undefined && nowMs - ms >= this.#emptySinceMs + known;
    if (ms <= known || (isOfEmpty && nowMs - atMs >= tripsMs / 2)) this.#trip = { ms, atMs: nowMs };
  }

  /** The line is another one from now on. */
  forget(): void {
    this.#rates = [0];
    this.#trip = undefined;
    this.#grownRate = this.#roundsWithoutGrowth = 0;
  }

  get #flightBytes(): number {
    return this.sentBytes - this.#cameBytes;
  }

  get #rate(): number {
    return Math.max(...this.#rates);
  }

  get #drainBytes(): number {
    return Math.max(maxFrameBytes, this.#rate * Math.max(leastDrainMs, drainGain * (this.#trip?.ms ?? 0)));
  }

  #endRound(): void {
    this.#roundEndBytes = this.sentBytes;
    const highest = this.#rate;
    if (highest >= growth * this.#grownRate) {
      this.#grownRate = highest;
      this.#roundsWithoutGrowth = 0;
    } else if (this.#rates.at(-1)! > 0) this.#roundsWithoutGrowth++;
    // A round that measured nothing leaves what is known.
    if (this.#rates.at(-1)! > 0) this.#rates = [...this.#rates.slice(1 - rateRounds), 0];
  }
}
