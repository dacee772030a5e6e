// How far the peer's clock is ahead of this side's, from pings (L12c). Pure. A ping leaves at `sentMs` and its answer
// comes at `receivedMs`, both by the own clock; the peer read its clock at `peerMs` in between. So the offset lies in
// [peerMs − receivedMs, peerMs − sentMs], whatever the delays of both ways. The middle is off by half a round trip at
// most. Each answer narrows what is known: the shortest round trip counts, and jitter helps. Clocks drift apart, so what
// is known widens with time.

export interface ClockSample {
  readonly sentMs: number;
  readonly receivedMs: number;
  readonly peerMs: number;
}

/** The offset was within [lowMs, highMs] at `atMs` by the own clock. */
export interface ClockBounds {
  readonly lowMs: number;
  readonly highMs: number;
  readonly atMs: number;
}

export interface ClockOffset {
  /** The peer's clock − the own. */
  readonly offsetMs: number;
  /** The true offset is no farther from it. */
  readonly errorMs: number;
}

/** Crystals of computers are off by up to 100 millionths each way. */
const driftPerMs = 200e-6;
/** Browsers round their clocks, in isolated pages to 0.1 ms at most. */
const roundingMs = 0.1;

export function addClockSample(before: ClockBounds | undefined, sample: ClockSample): ClockBounds {
  const { sentMs, receivedMs, peerMs } = sample;
  // The offset at some time between the two: by the end it may have drifted.
  const slackMs = roundingMs + driftPerMs * (receivedMs - sentMs);
  const now = { lowMs: peerMs - receivedMs - slackMs, highMs: peerMs - sentMs + slackMs, atMs: receivedMs };
  if (!before) return now;
  const wide = widened(before, receivedMs);
  const lowMs = Math.max(now.lowMs, wide.lowMs);
  const highMs = Math.min(now.highMs, wide.highMs);
  // A clock jumped: one of the devices slept.
  return lowMs > highMs ? now : { lowMs, highMs, atMs: receivedMs };
}

export function clockOffset(bounds: ClockBounds, nowMs: number): ClockOffset {
  const { lowMs, highMs } = widened(bounds, nowMs);
  return { offsetMs: (lowMs + highMs) / 2, errorMs: (highMs - lowMs) / 2 };
}

function widened({ lowMs, highMs, atMs }: ClockBounds, nowMs: number): ClockBounds {
  const driftMs = driftPerMs * Math.max(0, nowMs - atMs);
  return { lowMs: lowMs - driftMs, highMs: highMs + driftMs, atMs: nowMs };
}
