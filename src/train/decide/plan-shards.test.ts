import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { suspendedSteps, planShards, slowPlans, type Worker } from './plan-shards';
import { newRun, type RunState } from '../run/run-state';
import { testConfig } from '../testing/real-ring';

const ids = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(16));
const measured: RunState = {
  ...newRun({ ...testConfig, microBatch: 4, shards: 'measured' }),
  status: 'running',
};
const workers = (...speeds: number[]): Worker[] =>
  speeds.map((termsPerSecond, i) => ({ member: ids[i], termsPerSecond }));

/** The state after the plan of `step`, as planStep and afterStep make it: of so many micro-batches of 4. */
function planned(state: RunState, who: readonly Worker[], microBatches: number, step: number): RunState {
  const { shards, ...sizes } = planShards(state, who, 4 * microBatches, step);
  const count = shards.reduce((sum, shard) => sum + shard.count, 0);
  const plan = { positions: [[0, count]] as const, shards, learningRate: 1, buckets: state.buckets };
  return { ...state, ...sizes, plan };
}
const sizesOf = ({ plan }: RunState): number[] => plan!.shards.map(({ count }) => count / 4);

test('S10: equal parts ignore speed and micro-batches, and the first ranks take what is left over', () => {
  const equal: RunState = { ...measured, shards: 'equal' };
  const partsOf = (batch: number, ...speeds: number[]): number[] =>
    planShards(equal, workers(...speeds), batch, 1).shards.map(({ count }) => count);
  expect(partsOf(32, 1, 9, 3)).toEqual([11, 11, 10]);
  expect(partsOf(8, 1, 9, 3)).toEqual([3, 3, 2]);
  expect(partsOf(3, 1, 9, 3)).toEqual([1, 1, 1]);
  expect(partsOf(2, 1, 9, 3)).toEqual([1, 1, 0]);
});

test.each(['equal', 'measured'] as const)(
  '%s: from 1 to 33 members, whatever the batch, the parts add up to it and nobody is left out',
  (shards) => {
    const state: RunState = { ...newRun({ ...testConfig, localBatch: 32, microBatch: 32, shards }) };
    for (let size = 1; size <= 33; size++)
      for (const batch of [size, size + 1, 32, 33, 64, 100, 1000]) {
        const random = prng('parts', size, batch);
        const who = Array.from({ length: size }, (_, i) => ({
          member: i.toString(16).padStart(16, '0'),
          termsPerSecond: random.below(5) * 100,
        }));
        const counts = planShards(state, who, batch, 1).shards.map(({ count }) => count);
        const why = `${batch} over ${size}: ${counts.join(' ')}`;
        expect(
          counts.reduce((sum, count) => sum + count, 0),
          why,
        ).toBe(batch);
        if (batch >= size) expect(Math.min(...counts), why).toBeGreaterThan(0);
        if (shards === 'equal') expect(Math.max(...counts) - Math.min(...counts), why).toBeLessThan(2);
        // Padding costs no time: nobody computes more micro-batches than the most that whole ones would give.
        if (shards === 'equal')
          expect(Math.ceil(Math.max(...counts) / 32), why).toBe(Math.ceil(Math.ceil(batch / 32) / size));
      }
  },
);

test('measured parts are whole micro-batches where there is one for each, but for the end of the last', () => {
  const partsOf = (batch: number, ...speeds: number[]): number[] =>
    planShards(measured, workers(...speeds), batch, 1).shards.map(({ count }) => count);
  expect(partsOf(39, 40, 10)).toEqual([32, 7]);
  expect(partsOf(8, 30, 10, 10)).toEqual([3, 3, 2]); // each takes as long as 4
});

test('measured shards follow speed; unknown speeds count as the median', () => {
  expect(sizesOf(planned(measured, workers(0, 0), 8, 1))).toEqual([4, 4]);
  expect(sizesOf(planned(measured, workers(40, 10), 10, 1))).toEqual([8, 2]);
  expect(sizesOf(planned(measured, workers(40, 10, 0), 12, 1))).toEqual([8, 2, 2]);
});

test('sizes change only for a tenth of the step’s time, and not again for five steps', () => {
  let state = planned(measured, workers(10, 10), 20, 1);
  expect(sizesOf(state)).toEqual([10, 10]);
  for (let step = 2; step < 30; step++) state = planned(state, workers(10.6, 9.7), 20, step);
  expect(sizesOf(state)).toEqual([10, 10]); // 10/9.7 against 11/10.6: no gain worth it
  state = planned(state, workers(30, 10), 20, 30);
  expect([sizesOf(state), state.apportionedAt]).toEqual([[15, 5], 30]);
  for (let step = 31; step < 35; step++) {
    state = planned(state, workers(10, 30), 20, step);
    expect(sizesOf(state)).toEqual([15, 5]);
  }
  state = planned(state, workers(10, 30), 20, 35);
  expect([sizesOf(state), state.apportionedAt]).toEqual([[5, 15], 35]);
});

test('another batch or another ring is apportioned at once', () => {
  const state = planned(measured, workers(10, 10), 20, 1);
  expect(sizesOf(planned(state, workers(10, 10), 10, 2))).toEqual([5, 5]);
  expect(sizesOf(planned(state, workers(10, 10, 10), 20, 2))).toEqual([7, 7, 6]);
});

test('who is too slow for even one micro-batch is left out after a while, and tried again', () => {
  // Three of 100 share 6: 2 each, 0.02. The fourth would take 0.1 for one: more than twice that.
  const who = workers(100, 100, 100, 10);
  let state = planned(measured, who, 6, 1);
  let step = 1;
  while (step < slowPlans) {
    expect([sizesOf(state)[3], state.suspended]).toEqual([1, []]);
    state = planned(state, who, 6, ++step);
  }
  expect(sizesOf(state)).toEqual([2, 2, 2, 0]);
  expect(state.suspended).toEqual([{ member: ids[3], untilStep: step + suspendedSteps }]);
  const until = step + suspendedSteps;
  while (step < until - 1) {
    state = planned(state, who, 6, ++step);
    expect(sizesOf(state)[3]).toBe(0);
  }
  // Tried: still slow. Three plans, then out again.
  for (const share of [1, 1, 0]) {
    state = planned(state, who, 6, ++step);
    expect(sizesOf(state)[3], `step ${step}`).toBe(share);
  }
  expect(state.suspended).toHaveLength(1);
  step += suspendedSteps - 1;
  // Tried, and fast now: it stays.
  for (let i = 0; i < 2 * slowPlans; i++) {
    state = planned(state, i < 2 ? who : workers(100, 100, 100, 90), 6, ++step);
    expect(sizesOf(state)[3], `step ${step}`).toBeGreaterThan(0);
  }
  expect([state.slow, state.suspended]).toEqual([[], []]);
});

test('a slow one whose one micro-batch nobody would wait for long is not left out', () => {
  let state = planned(measured, workers(40, 10), 8, 1);
  for (let step = 2; step < 40; step++) state = planned(state, workers(40, 10), 8, step);
  expect([sizesOf(state), state.slow, state.suspended]).toEqual([[6, 2], [], []]);
});

test('S23: where slower members are left out, a false speed gets half of the batch at most', () => {
  let state = measured;
  for (let step = 1; step <= 6 * slowPlans; step++) {
    state = planned(state, workers(100, 100, 300, 300, 1e30), 5, step);
    const liars = state.plan!.shards.at(-1)!.count;
    const all = state.plan!.shards.reduce((sum, { count }) => sum + count, 0);
    expect(liars, `step ${step}`).toBeLessThanOrEqual(Math.ceil(5 / 2) * (all / 5));
    expect(state.suspended.length, `step ${step}`).toBeLessThanOrEqual(2);
  }
});

test('S23: a false speed leaves no other member out, also with fewer micro-batches than members', () => {
  for (const microBatches of [2, 3, 4, 8]) {
    let state = measured;
    for (let step = 1; step <= 3 * slowPlans; step++) {
      state = planned(state, workers(100, 90, 110, 1e30), microBatches, step);
      expect(state.suspended, `${microBatches} micro-batches, step ${step}`).toEqual([]);
    }
  }
});
