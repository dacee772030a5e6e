// What a slow line does to messages: bandwidth, delay, jitter and loss, each bounded (room-features.md L18). It also
// says how much such a line carries, for a lossy line carries less than its bandwidth.
import * as v from 'valibot';

/** Bytes of a message in one packet. Chromium's SCTP packets have 1,191 bytes (dcsctp, kMaxSafeMTUSize), of which
 *  headers and padding take 31. */
export const packetBytes = 1_160;

/** A frame of 64 KiB takes 1.5 s at this rate (L18e). A sender that is slower counts as silent (M12). */
const leastCarriedBitsPerSecond = 350_000;

const bounded = (least: number, most: number) =>
  v.pipe(v.number(), v.finite(), v.minValue(least), v.maxValue(most));

const bounds = v.strictObject({
  /** The rate of messages: the headers of packets are not counted. */
  bitsPerSecond: bounded(leastCarriedBitsPerSecond, 1e10),
  /** One way, after the last bit has left. With the jitter a round trip stays below the 1.5 s of silence (M12). */
  delayMs: bounded(0, 400),
  /** A uniform random addition to the delay, drawn for every message. */
  jitterMs: bounded(0, 200),
  /** Share of packets that are lost and sent again. */
  loss: bounded(0, 0.2),
});

/** The same in both directions of an edge. */
export type EdgeProfile = Readonly<v.InferOutput<typeof bounds>>;

export const edgeProfile = v.pipe(
  bounds,
  v.check(
    (profile) => carriedBitsPerSecond(profile) >= leastCarriedBitsPerSecond,
    'with this loss and delay the line would carry less than 0.35 Mbit/s, too little for a ring',
  ),
  v.readonly(),
);

export function meanRoundTripMs({ delayMs, jitterMs }: EdgeProfile): number {
  return 2 * delayMs + jitterMs;
}

/** The rate at which the line takes packets, those sent again included (L18d). Loss looks like congestion, so the
 *  sender slows down: rate = (packet / round trip) · √(3/2) / √loss (Mathis, Semke, Mahdavi and Ott 1997, equation 3). */
export function lineBitsPerSecond(profile: EdgeProfile): number {
  const roundTripMs = meanRoundTripMs(profile);
  if (profile.loss === 0 || roundTripMs === 0) return profile.bitsPerSecond;
  const mathis = ((8_000 * packetBytes) / roundTripMs) * Math.sqrt(1.5 / profile.loss);
  return Math.min(profile.bitsPerSecond, mathis);
}

/** What arrives: each packet crosses 1 / (1 − loss) times on average. */
export function carriedBitsPerSecond(profile: EdgeProfile): number {
  return lineBitsPerSecond(profile) * (1 - profile.loss);
}

export function isSameProfile(a: EdgeProfile | undefined, b: EdgeProfile | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.bitsPerSecond === b.bitsPerSecond &&
    a.delayMs === b.delayMs &&
    a.jitterMs === b.jitterMs &&
    a.loss === b.loss
  );
}
