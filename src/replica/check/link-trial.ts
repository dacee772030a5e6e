// The trial of one open link. The asking end sends small frames that come back, then a bounded burst whose last frame
// is answered. The answering end keeps no state. These frames belong to the check only: no ring uses such a link.
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import type { Link, Received } from '../../net/link/link';

export interface TrialResult {
  /** The median time of a small frame, there and back. */
  readonly roundTripMs: number;
  readonly bytesPerSecond: number;
}

/** First bytes of the frames; the link's own begin at 0xf0. */
const kindByte = { echo: 1, burst: 2, came: 3 } as const;
const echoes = 10;
const echoBytes = 64;
const frameBytes = 60 * 1024;
/** A slow link has shown its rate by then. */
const burstMs = 2_000;
/** A link without an answer for this long counts as failed. */
const answerMs = 5_000;
/** The time for what a link of 20 kB/s still holds when the burst is over. */
const lastFrameMs = 15_000;
const headBytes = 5;

/** Answers the far end until the link closes. */
export function answerTrials(link: Link): void {
  link.receive((frame) => {
    const [kind] = frame.bytes;
    if (kind === kindByte.echo && frame.channel === 'control') send(link, frame.bytes);
    // The last frame of a burst announces that no byte follows it.
    const isLast = kind === kindByte.burst && frame.bytes.byteLength >= headBytes && leftAfter(frame) === 0;
    frame.consume();
    if (isLast && frame.channel === 'bulk') send(link, Uint8Array.of(kindByte.came));
  });
}

/** Rejects with a DeadlineError, the signal's reason, or LinkClosedError. */
export async function tryLink(
  link: Link,
  clock: Clock,
  maxBytes: number,
  signal: AbortSignal,
): Promise<TrialResult> {
  let onFrame = (_kind: number): void => undefined;
  link.receive((frame) => {
    frame.consume();
    onFrame(frame.bytes[0]);
  });
  const answer = (kind: number, what: string, ms = answerMs): Promise<void> => {
    const wait = waitFor<void>(clock, ms, what, signal);
    onFrame = (came) => came === kind && wait.settle();
    return wait.promise;
  };
  const trips: number[] = [];
  for (let i = 0; i < echoes; i++) {
    const sentMs = clock.now();
    const back = answer(kindByte.echo, 'a small frame to come back');
    await link.send('control', new Uint8Array(echoBytes).fill(kindByte.echo), signal);
    await back;
    trips.push(clock.now() - sentMs);
  }
  const roundTripMs = trips.sort((a, b) => a - b)[echoes >> 1];
  const startMs = clock.now();
  let sentBytes = 0;
  let isLast = false;
  while (!isLast) {
    sentBytes += frameBytes;
    isLast = sentBytes >= maxBytes || clock.now() - startMs >= burstMs;
    const frame = new Uint8Array(frameBytes).fill(0xa5);
    frame[0] = kindByte.burst;
    new DataView(frame.buffer).setUint32(1, isLast ? 0 : maxBytes - sentBytes, true);
    const came = isLast
      ? answer(kindByte.came, 'the last frame of a burst to arrive', lastFrameMs)
      : undefined;
    came?.catch(() => undefined); // awaited below, unless sending fails first
    await link.send('bulk', frame, signal);
    await came;
  }
  // Half a round trip is the answer's way back.
  const tookMs = Math.max(clock.now() - startMs - roundTripMs / 2, 0.1);
  return { roundTripMs, bytesPerSecond: (sentBytes * 1000) / tookMs };
}

function leftAfter({ bytes }: Received): number {
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(1, true);
}

function send(link: Link, bytes: Uint8Array): void {
  link.send('control', bytes.slice()).catch(() => undefined); // the far end waits with a deadline
}
