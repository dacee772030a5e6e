// L12c: the true offset lies within the stated error, whatever the delays.
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { addClockSample, clockOffset, type ClockBounds } from './clock-offset';

interface Path {
  /** The delays of the ping and of the answer, in ms. */
  readonly there: () => number;
  readonly back: () => number;
  /** The peer's clock gains so many millionths. */
  readonly drift: number;
}

/** The largest distance from the true offset over the stated error, and the last error. */
function trial({ there, back, drift }: Path, pings: number, offsetMs = 123_456.75) {
  const peerClock = (ms: number): number => ms + offsetMs + drift * 1e-6 * ms;
  let bounds: ClockBounds | undefined;
  let worst = 0;
  let errorMs = Infinity;
  for (let ping = 0; ping < pings; ping++) {
    const sentMs = 1_000 + 500 * ping;
    const answeredMs = sentMs + there();
    const receivedMs = answeredMs + back();
    bounds = addClockSample(bounds, { sentMs, receivedMs, peerMs: peerClock(answeredMs) });
    for (const atMs of [receivedMs, receivedMs + 400]) {
      const known = clockOffset(bounds, atMs);
      worst = Math.max(worst, Math.abs(known.offsetMs - (peerClock(atMs) - atMs)) / known.errorMs);
      errorMs = known.errorMs;
    }
  }
  return { worst, errorMs };
}

test('L12c within the error: asymmetric, jittering, drifting, at every look', () => {
  const random = prng('clocks', 3);
  const jitter = (least: number, most: number) => () => least + (most - least) * random.float();
  const paths: readonly Path[] = [
    { there: () => 1, back: () => 1, drift: 0 },
    { there: () => 80, back: () => 0, drift: 0 },
    { there: () => 0, back: () => 80, drift: 200 },
    { there: jitter(0.2, 60), back: jitter(20, 25), drift: -200 },
    { there: jitter(5, 300), back: jitter(0.1, 900), drift: 150 },
  ];
  for (const [at, path] of paths.entries()) {
    const { worst } = trial(path, 400);
    expect(worst, `path ${at}`).toBeLessThanOrEqual(1);
  }
  // It is no bound that nothing reaches: one way without delay is its very edge.
  expect(trial(paths[1], 3).worst).toBeGreaterThan(0.95);
});

test('L12c jitter narrows it: the shortest ways count', () => {
  const random = prng('clocks', 4);
  const way = (): number => 1 + 40 * random.float();
  const one = trial({ there: way, back: way, drift: 0 }, 1);
  const many = trial({ there: way, back: way, drift: 0 }, 200);
  expect(many.errorMs).toBeLessThan(one.errorMs / 3);
  expect(many.worst).toBeLessThanOrEqual(1);
});

test('L12c without answers the error grows by 0.2 ms a second', () => {
  const bounds = addClockSample(undefined, { sentMs: 0, receivedMs: 10, peerMs: 5 });
  expect(clockOffset(bounds, 10).errorMs).toBeCloseTo(5 + 0.1 + 0.002, 9);
  expect(clockOffset(bounds, 60_010).errorMs).toBeCloseTo(5 + 0.1 + 0.002 + 12, 9);
  expect(clockOffset(bounds, 10).offsetMs).toBeCloseTo(0, 9);
});

test('L12c a clock that jumped: only the newest answer counts', () => {
  const before = addClockSample(undefined, { sentMs: 0, receivedMs: 2, peerMs: 1_001 });
  const after = addClockSample(before, { sentMs: 500, receivedMs: 504, peerMs: 91_502 });
  expect(clockOffset(after, 504).offsetMs).toBeCloseTo(91_000, 6);
});
