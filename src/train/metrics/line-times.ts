// What a step's sums show of this replica's line, for the choice of bucket sizes: how long handling one message takes
// (framing, additions, turns of the event loop), without its bytes and without its flight. Flights of several buckets
// pass at once; handling does not.
import type { Interval } from './step-split';

export interface LineTimes {
  /** 0: not measured. */
  readonly messageMs: number;
  /** The rate of the slowest measured link to another machine that it sends on; 0: none is. */
  readonly bytesPerSecond: number;
  /** The same within its machine. */
  readonly withinBytesPerSecond: number;
}

export const noLine: LineTimes = { messageMs: 0, bytesPerSecond: 0, withinBytesPerSecond: 0 };

/** The rate at which it sends sums; undefined: not measured. A link to another machine counts before those within. */
export function sumRate({ bytesPerSecond, withinBytesPerSecond }: LineTimes): number | undefined {
  return bytesPerSecond || withinBytesPerSecond || undefined;
}

/** Weight of the newest step. */
const weight = 0.2;

export interface SumTimes {
  /** The span of each bucket, in order: launched here, whole here. */
  readonly spans: readonly Interval[];
  /** The line’s time of each bucket, of its bytes alone. */
  readonly lineMs: readonly number[];
  /** The flight of all messages in a row: half a round trip each. */
  readonly flightMs: number;
  /** Messages in a row. */
  readonly hops: number;
}

/** A bucket waits for its turn on the line, or for the flight of its messages. What else it takes is handling, or the
 *  wait for a slower member. So the least of the members' values counts. Never 0. */
export function messageTime({ spans, lineMs, flightMs, hops }: SumTimes): number | undefined {
  if (spans.length === 0 || hops === 0) return undefined;
  let sum = 0;
  let beforeMs = -Infinity;
  for (const [bucket, [launchedMs, wholeMs]] of spans.entries()) {
    sum += Math.max(0, wholeMs - Math.max(launchedMs + flightMs, beforeMs) - lineMs[bucket]);
    beforeMs = Math.max(beforeMs, wholeMs);
  }
  return Math.max(leastMessageMs, sum / (spans.length * hops));
}

/** A ping between two idle tabs of one machine takes 0.4 ms there and back, nearly all of it handling. On a busy link
 *  pings wait behind frames, so the flight seems longer than it is, and handling shorter. */
const leastMessageMs = 0.2;

/** A busy device answers late, so a measured rate is too low rather than too high: of the last ones the best counts.
 *  After 14 steps half of it is forgotten. */
const rateKept = 0.95;

/** The slowest measured links of a step's sums; undefined: none is. */
export type SlowestRates = {
  readonly [Key in 'bytesPerSecond' | 'withinBytesPerSecond']: number | undefined;
};

/** Undefined: no link was measured since its line changed, or there is none. So it is with one of the two rates. */
export function addLineTimes(
  before: LineTimes,
  messageMs: number | undefined,
  rates: SlowestRates | undefined,
): LineTimes {
  if (messageMs === undefined || rates === undefined) return noLine;
  const known = before.messageMs;
  const kept = (key: keyof SlowestRates): number => {
    const rate = rates[key];
    return rate === undefined ? 0 : Math.max(rate, rateKept * before[key]);
  };
  return {
    messageMs: known > 0 ? known + weight * (messageMs - known) : messageMs,
    bytesPerSecond: kept('bytesPerSecond'),
    withinBytesPerSecond: kept('withinBytesPerSecond'),
  };
}
