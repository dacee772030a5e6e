// The bytes on their way over a line of known rate, round trip and queue (L21).
import { expect, test } from 'vitest';
import { FlightLimit } from './flight-limit';
import { maxFrameBytes } from './link';

/** A caller that always has more to send, over a line that holds what waits. Steps of 1 ms; returns the largest queue in
 *  ms of the line and the bytes that came, both from `fromMs` on. */
function stream(
  flight: FlightLimit,
  line: { readonly bytesPerMs: number; readonly tripMs: number },
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): { readonly queueMs: number; readonly bytes: number } {
  const arrivals: { readonly atMs: number; readonly total: number }[] = [];
  let [freeMs, total, came, mostQueueMs, bytes] = [0, 0, 0, 0, 0];
  let ping: { readonly sentMs: number; readonly backMs: number } | undefined;
  for (let nowMs = 0; nowMs < toMs; nowMs++) {
    while (arrivals.length > 0 && arrivals[0].atMs <= nowMs) {
      const { total: all } = arrivals.shift()!;
      if (nowMs >= fromMs) bytes += all - came;
      flight.came((came = all), nowMs);
    }
    if (ping && ping.backMs <= nowMs) flight.trip(nowMs - ping.sentMs, nowMs);
    if (ping && ping.backMs <= nowMs) ping = undefined;
    const queueMs = Math.max(0, freeMs - nowMs);
    if (nowMs % 500 === 0) ping ??= { sentMs: nowMs, backMs: nowMs + queueMs + line.tripMs };
    if (nowMs >= fromMs) mostQueueMs = Math.max(mostQueueMs, queueMs);
    while (flight.hasRoom(maxFrameBytes, nowMs)) {
      flight.sent(maxFrameBytes, nowMs);
      freeMs = Math.max(freeMs, nowMs) + maxFrameBytes / line.bytesPerMs;
      arrivals.push({ atMs: freeMs + line.tripMs, total: (total += maxFrameBytes) });
    }
  }
  return { queueMs: mostQueueMs, bytes };
}

const mbit = 125; // bytes a ms

for (const [rate, tripMs] of [
  [25, 1],
  [25, 20],
  [25, 50],
  [25, 150],
  [100, 20],
  [100, 150],
  [2, 50],
] as const)
  test(`L21b ${rate} Mbit/s, ${tripMs} ms: the line is filled, and its queue stays short`, () => {
    const line = { bytesPerMs: rate * mbit, tripMs };
    const { queueMs, bytes } = stream(new FlightLimit(), line, { fromMs: 5_000, toMs: 25_000 });
    const share = bytes / (20_000 * line.bytesPerMs);
    expect(share).toBeGreaterThan(0.9);
    // Half a round trip and 20 ms leave at once after a drain. Four frames: two of the flight at least, two of the
    // measured round trip.
    expect(queueMs).toBeLessThan(tripMs / 2 + 20 + (4 * maxFrameBytes) / line.bytesPerMs);
  });

test('L21b two frames leave before anything is known, and on another line', () => {
  const flight = new FlightLimit();
  flight.trip(50, 0);
  expect(flight.bytes(0)).toBe(2 * maxFrameBytes);
  stream(flight, { bytesPerMs: 100 * mbit, tripMs: 50 }, { fromMs: 0, toMs: 3_000 });
  expect(flight.bytes(3_000)).toBeGreaterThan(100 * mbit * 50);
  flight.forget();
  expect(flight.bytes(3_000)).toBe(2 * maxFrameBytes);
});

test('L21b a caller that sends little does not lower the limit', () => {
  const flight = new FlightLimit();
  const line = { bytesPerMs: 100 * mbit, tripMs: 20 };
  stream(flight, line, { fromMs: 0, toMs: 2_000 });
  const before = flight.bytes(2_000);
  let total = flight.sentBytes;
  flight.came(total, 2_050);
  for (let nowMs = 2_100; nowMs < 4_500; nowMs += 100) {
    flight.limited();
    flight.sent(1_000, nowMs);
    flight.came((total += 1_000), nowMs + 20);
  }
  expect(flight.bytes(4_500)).toBe(before);
});

test('L21c a link that rests in between learns a longer round trip, and its limit never falls', () => {
  const flight = new FlightLimit();
  const line = { bytesPerMs: 100 * mbit, tripMs: 20 };
  stream(flight, line, { fromMs: 0, toMs: 2_000 });
  flight.came(flight.sentBytes, 2_050);
  const before = flight.bytes(2_050);
  for (let nowMs = 2_500; nowMs <= 30_000; nowMs += 500) {
    flight.trip(40, nowMs);
    expect(flight.bytes(nowMs)).toBeGreaterThanOrEqual(before);
  }
  expect(flight.bytes(30_000)).toBeGreaterThan(before);
});
