import { expect, test } from 'vitest';
import { allReduceCost } from '../collectives/cost';
import { sumPaths, topologies } from '../collectives/topology';
import { presets, publishedPoints, publishedSumShrinks } from './presets';
import { bounds, clampedField, fieldProblem, numberFields, setupProblem, type Setup } from './setup';
import { halfBusy, stepCost } from './step-cost';

const base: Setup = { ...presets.lan };

/** The value is within a share of the expected one. */
function expectNear(value: number, expected: number, tolerance: number): void {
  const off = Math.abs(value / expected - 1);
  expect(off, `${value} is ${off} off ${expected}`).toBeLessThanOrEqual(tolerance);
}

test('7 B parameters in fp16 are 14 GB: 4.48 s one way at 25 Gbit/s', () => {
  const cost = stepCost({ ...presets.seven, latencyMs: 0 });
  expect(cost.sentBytes).toBe(14e9);
  expectNear(cost.oneWayMs, 4480, 1e-12);
});

test('a whole ring all-reduce of them moves about 28 GB: 1.12 s at 200 Gbit/s', () => {
  const cost = stepCost({ ...presets.datacentre, latencyMs: 0 });
  expectNear(cost.meanBytesPerStep, 28e9, 0.0011); // 2 · 999/1000 · 14 GB
  expectNear(cost.sumMs, 1118.88, 1e-9);
});

test('30 tabs, 1 M parameters, one 300 Mbit/s Wi-Fi: 12.4 s a sum in f32, 3.1 s in int8', () => {
  const room = { ...presets.class, latencyMs: 0 };
  const cost = stepCost(room);
  expect(cost.networkBytesPerSum).toBe(464e6); // 2 crossings · 2 · 29 · 4 MB
  expectNear(cost.sumMs, (464e6 * 8) / 300e3, 1e-12);
  expectNear(cost.sumMs, 12_373, 1e-4);
  expectNear(stepCost({ ...room, bytesPerElement: 1 }).sumMs, 3093.3333, 1e-7);
  expectNear(stepCost({ ...room, compression: 4 }).sumMs, 3093.3333, 1e-7);
  // The preset has 2 ms of latency in each of 58 messages.
  expectNear(stepCost(presets.class).sumMs, 12_489, 1e-4);
  expect(stepCost(presets.class).wall).toBe('air');
});

test('on shared air every algorithm moves the same bytes, so that fewer messages win', () => {
  for (const worldSize of [2, 3, 5, 8, 30]) {
    const of = (algorithm: Setup['algorithm']) => stepCost({ ...presets.class, worldSize, algorithm });
    for (const algorithm of topologies)
      expectNear(of(algorithm).networkBytesPerSum, of('ring').networkBytesPerSum, 1e-12);
    expect(of('star').sumMs).toBeLessThanOrEqual(of('ring').sumMs);
  }
});

test('the published points: the first by a fitted compute time, the second not by H alone', () => {
  const [first, second] = publishedPoints;
  const { published } = presets;
  expectNear(stepCost(published).utilisation, first.utilisation, 0.01);
  const byH = { ...published, localSteps: second.localSteps };
  expectNear(stepCost(byH).utilisation, 0.082, 0.01);
  expectNear(stepCost({ ...byH, compression: publishedSumShrinks }).utilisation, second.utilisation, 0.01);
  // Or a local step that takes as much longer.
  const slower = { ...byH, computeMs: published.computeMs * publishedSumShrinks };
  expectNear(stepCost(slower).utilisation, second.utilisation, 0.01);
  // Neither overlap nor the rounding of 0.07 explains it.
  expect(stepCost({ ...byH, overlapShare: 1 }).utilisation).toBeLessThan(0.09);
  expect(second.utilisation).toBeGreaterThan(second.localSteps * 0.00075);
});

test('utilisation grows with H at most by H', () => {
  for (const name of ['class', 'lan', 'seven', 'published'] as const)
    for (const overlapShare of [0, 0.5, 1])
      for (const localSteps of [2, 8, 128]) {
        const once = stepCost({ ...presets[name], overlapShare }).utilisation;
        const more = stepCost({ ...presets[name], overlapShare, localSteps }).utilisation;
        expect(more).toBeGreaterThanOrEqual(once);
        expect(more / once).toBeLessThanOrEqual(localSteps * (1 + 1e-12));
      }
});

test('off shared air a sum costs what COST.md says, for each algorithm', () => {
  for (const algorithm of sumPaths)
    for (const worldSize of [1, 2, 3, 4, 7, 8, 16, 1000]) {
      const setup = { ...base, algorithm, worldSize, compression: 2.5 };
      const cost = stepCost(setup);
      const expected = allReduceCost(algorithm, worldSize, 16e6, base.latencyMs, 125e6);
      expect(cost.sumMs).toBeCloseTo(expected.predictedMs, 9);
      expect(cost.meanBytesPerStep).toBeCloseTo(expected.meanBytes, 3);
      expect(cost.busiestBytesPerStep).toBeCloseTo(expected.busiestBytes, 3);
      expect(cost.hops).toBe(expected.steps);
    }
});

test('one replica sends nothing and never waits', () => {
  for (const isSharedAir of [false, true])
    expect(stepCost({ ...base, worldSize: 1, isSharedAir })).toMatchObject({
      sumMs: 0,
      exposedMs: 0,
      stepMs: base.computeMs,
      utilisation: 1,
      speedUp: 1,
      wall: 'compute',
      wallFactor: undefined,
      meanBytesPerStep: 0,
      meanBytesPerHour: 0,
      networkBytesPerSum: 0,
    });
});

test('a round by hand: 4 replicas, 8 local steps, half of the compute overlapped', () => {
  // 40 MB: 6 messages of 0.5 ms and 10 MB at 125 MB/s: 3 + 480 ms. Compute 8 × 50 ms, 200 of them under the sum.
  const cost = stepCost({ ...base, computeMs: 50, localSteps: 8, overlapShare: 0.5 });
  expect(cost.sumMs).toBeCloseTo(483, 9);
  expect(cost.exposedMs).toBeCloseTo(283, 9);
  expect(cost.roundMs).toBeCloseTo(683, 9);
  expect(cost.stepMs).toBeCloseTo(683 / 8, 9);
  expect(cost.utilisation).toBeCloseTo(400 / 683, 12);
  expect(cost.speedUp).toBeCloseTo(1600 / 683, 12);
  expect(cost.scalingEfficiency).toBeCloseTo(cost.utilisation, 12);
  expect(cost).toMatchObject({ wall: 'compute', meanBytesPerStep: 60e6 / 8 });
  expect(cost.wallFactor).toBeCloseTo(400 / 283, 12);
  expect(cost.meanBytesPerHour).toBeCloseTo((60e6 * 3_600_000) / 683, 3);
});

test('compute time from FLOP', () => {
  const flop = {
    computeFrom: 'flop',
    flopPerExample: 2e9,
    examplesPerStep: 32,
    flopPerSecond: 1.28e11,
  } as const;
  expect(stepCost({ ...base, ...flop }).computeMs).toBe(500);
});

test('the wall is the longer side, and the longer part of the sum', () => {
  const wallOf = (change: Partial<Setup>) => stepCost({ ...base, ...change }).wall;
  expect(wallOf({})).toBe('bandwidth'); // 480 ms of bytes, 250 of compute
  expect(wallOf({ computeMs: 484 })).toBe('compute');
  expect(wallOf({ latencyMs: 81 })).toBe('latency'); // 486 ms
  expect(wallOf({ isSharedAir: true })).toBe('air');
  expect(wallOf({ isSharedAir: true, latencyMs: 10_000 })).toBe('latency');
  expect(stepCost(base).wallFactor).toBeCloseTo(483 / 250, 12);
});

const directions: readonly (readonly [keyof Setup, readonly number[], 'shorter' | 'longer'])[] = [
  ['parameters', [1, 1e3, 1e6, 1e9, 1e12], 'longer'],
  ['bytesPerElement', [0.5, 1, 2, 4], 'longer'],
  ['megabitPerSecond', [0.1, 1, 50, 1e3, 1e6], 'shorter'],
  ['latencyMs', [0, 0.1, 1, 100], 'longer'],
  ['compression', [1, 2, 4, 100], 'shorter'],
  ['localSteps', [1, 2, 8, 128, 512], 'shorter'],
  ['overlapShare', [0, 0.3, 0.7, 1], 'shorter'],
];

test('a step never gets shorter by more bytes, nor longer by a better network', () => {
  for (const algorithm of sumPaths)
    for (const isSharedAir of [false, true])
      for (const [field, values, direction] of directions) {
        const times = values.map(
          (value) => stepCost({ ...base, algorithm, isSharedAir, [field]: value }).stepMs,
        );
        const sorted = times.toSorted((a, b) => (direction === 'longer' ? a - b : b - a));
        expect(times, `${algorithm}, ${field}`).toEqual(sorted);
      }
});

test('more replicas never shorten a ring’s sum, and utilisation stays within 0 … 1', () => {
  for (const isSharedAir of [false, true]) {
    const costs = [1, 2, 3, 4, 8, 30, 1000, 100_000].map((worldSize) =>
      stepCost({ ...base, isSharedAir, worldSize }),
    );
    const sums = costs.map(({ sumMs }) => sumMs);
    expect(sums).toEqual(sums.toSorted((a, b) => a - b));
    for (const { utilisation } of costs) {
      expect(utilisation).toBeGreaterThan(0);
      expect(utilisation).toBeLessThanOrEqual(1);
    }
  }
});

test('the bandwidth and the local steps that halve the time', () => {
  for (const name of ['class', 'lan', 'seven', 'published'] as const) {
    const setup = presets[name];
    const { megabitPerSecond, localSteps } = halfBusy(setup);
    if (megabitPerSecond! <= bounds.megabitPerSecond.most)
      expectNear(stepCost({ ...setup, megabitPerSecond: megabitPerSecond! }).utilisation, 0.5, 1e-9);
    expect(stepCost({ ...setup, localSteps }).utilisation).toBeGreaterThanOrEqual(0.5 - 1e-12);
    expect(stepCost({ ...setup, localSteps: localSteps - 1 }).utilisation).toBeLessThan(0.5);
  }
  expect(halfBusy({ ...base, latencyMs: 100 }).megabitPerSecond).toBeUndefined();
});

test('each number outside its bounds is refused, and the message names the field', () => {
  for (const field of numberFields) {
    const { name, least, most, isWhole } = bounds[field];
    const bad = [NaN, Infinity, -Infinity, least - 1, most * 2, ...(isWhole ? [least + 0.5] : [])];
    for (const value of bad) {
      expect(fieldProblem(field, value), `${field} = ${value}`).toContain(name);
      expect(() => stepCost({ ...base, [field]: value })).toThrow(name);
    }
    for (const value of [least, most]) expect(fieldProblem(field, value)).toBeUndefined();
  }
  expect(() => stepCost({ ...base, megabitPerSecond: 0 })).toThrow(
    'Bandwidth must be from 0.1 to 1,000,000 Mbit/s.',
  );
  for (const setup of Object.values(presets)) expect(setupProblem(setup)).toBeUndefined();
});

test('every corner of the bounds gives finite results', () => {
  for (const algorithm of sumPaths)
    for (let corner = 0; corner < 2 ** numberFields.length; corner++) {
      const values = numberFields.map((field, bit) => [
        field,
        corner & (1 << bit) ? bounds[field].most : bounds[field].least,
      ]);
      const setup: Setup = {
        ...base,
        ...(Object.fromEntries(values) as Partial<Setup>),
        algorithm,
        isSharedAir: corner % 2 === 0,
        computeFrom: corner % 3 === 0 ? 'time' : 'flop',
      };
      const { wallFactor, ...cost } = stepCost(setup);
      for (const value of [...Object.values(cost), wallFactor ?? 1])
        if (typeof value === 'number' && !(Number.isFinite(value) && value >= 0))
          throw new Error(`${value} in ${JSON.stringify(cost)} of ${JSON.stringify(setup)}`);
      if (!(cost.utilisation > 0 && cost.utilisation <= 1)) throw new Error(JSON.stringify({ setup, cost }));
    }
});

test('a number from outside is clamped', () => {
  expect(clampedField('worldSize', 1e9)).toBe(100_000);
  expect(clampedField('worldSize', 2.6)).toBe(3);
  expect(clampedField('worldSize', -Infinity)).toBe(1);
  expect(clampedField('megabitPerSecond', 0)).toBe(0.1);
  expect(clampedField('latencyMs', NaN)).toBeUndefined();
});
