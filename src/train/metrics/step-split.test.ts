import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { splitStep, type Interval, type StepTrace } from './step-split';

test('every instant goes to the first that applies: both, compute, moving, waiting, other', () => {
  const split = splitStep({
    wall: [100, 200],
    compute: [[90, 140]],
    moving: [[120, 160]],
    waiting: [
      { interval: [155, 170], member: 'b' },
      { interval: [165, 190], member: 'c' },
    ],
  });
  expect(split).toEqual({
    computeMs: 20, // 100…120: time before the step does not count
    overlappedMs: 20, // 120…140
    exposedMs: 20, // 140…160
    waitingMs: 30, // 160…190
    otherMs: 10,
    wallMs: 100,
    waitedFor: 'c', // 20 of 30: where both apply, the first named
  });
});

test('without a wait no member is named; an empty step is all zero', () => {
  const split = splitStep({ wall: [5, 5], compute: [[0, 9]], moving: [], waiting: [] });
  expect(split).toEqual({
    ...{ computeMs: 0, overlappedMs: 0, exposedMs: 0, waitingMs: 0, otherMs: 0, wallMs: 0 },
  });
});

test('random traces on a whole-millisecond clock: the parts add up to the wall time exactly', () => {
  const random = prng('split', 11);
  let largestError = 0;
  for (let round = 0; round < 500; round++) {
    const scale = round % 2 === 0 ? 1 : 0.1; // tenths are not exact: the sum may then be off by rounding
    const interval = (): Interval => {
      const start = scale * random.below(1000);
      return [start, start + scale * (random.below(400) - 50)];
    };
    const many = (): Interval[] => Array.from({ length: random.below(5) }, interval);
    const start = scale * random.below(500);
    const trace: StepTrace = {
      wall: [start, start + scale * random.below(600)],
      compute: many(),
      moving: many(),
      waiting: many().map((i) => ({ interval: i, member: String(random.below(3)) })),
    };
    const split = splitStep(trace);
    const { computeMs, overlappedMs, exposedMs, waitingMs, otherMs, wallMs, waitedFor } = split;
    const sum = computeMs + overlappedMs + exposedMs + waitingMs + otherMs;
    const error = Math.abs(sum - wallMs);
    largestError = Math.max(largestError, error);
    expect(error).toBeLessThanOrEqual(scale === 1 ? 0 : 40 * Number.EPSILON * 200);
    for (const part of [computeMs, overlappedMs, exposedMs, waitingMs, otherMs])
      expect(part).toBeGreaterThanOrEqual(0);
    expect(waitedFor !== undefined).toBe(waitingMs > 0);

    // An independent count, millisecond by millisecond.
    if (scale !== 1) continue;
    const covers = (list: readonly Interval[], ms: number): boolean =>
      list.some(([s, e]) => s <= ms && ms < e);
    const counted = { computeMs: 0, overlappedMs: 0, exposedMs: 0, waitingMs: 0, otherMs: 0 };
    for (let ms = trace.wall[0]; ms < trace.wall[1]; ms++) {
      const computes = covers(trace.compute, ms);
      const moves = covers(trace.moving, ms);
      if (computes && moves) counted.overlappedMs++;
      else if (computes) counted.computeMs++;
      else if (moves) counted.exposedMs++;
      else if (
        covers(
          trace.waiting.map((w) => w.interval),
          ms,
        )
      )
        counted.waitingMs++;
      else counted.otherMs++;
    }
    expect(split).toMatchObject(counted);
  }
  console.log(`largest difference between the parts and the wall time: ${largestError} ms`);
});
