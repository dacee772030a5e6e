// Made-up series: what a healthy loss may do without counting as a rise, and what does count.
import { expect, test } from 'vitest';
import { prng, type Prng } from '../../base/prng';
import { noLosses, riseOf, spreadOf, watchLoss } from './loss-rise';

const steps = 2_000;
const seeds = 10;
/** A guess has a loss of 2.3. */
const classes = 10;

/** The index after which these losses have risen, for an observer from the run's start on or from later. */
function risenAt(losses: readonly number[], isFromStart = false): number | undefined {
  let watch = noLosses;
  for (const [i, loss] of losses.entries()) {
    watch = watchLoss(watch, loss, isFromStart && i === 0, Math.log(classes));
    if (riseOf(watch)) return i + 1;
  }
  return undefined;
}

/** A loss of about `level(step)`, whose logarithm strays by about `deviation`. */
const series = (level: (step: number) => number, noise: () => number): number[] =>
  Array.from({ length: steps }, (_, step) => level(step) * Math.exp(noise()));

const decay = (step: number): number => 2.3 * Math.exp(-step / 300) + 0.01;

/** Normal, with a tail: one step in twenty strays three times as far. */
const tailed = (random: Prng, deviation: number): number =>
  deviation * random.normal() * (random.float() < 0.05 ? 3 : 1);

const healthy: Readonly<Record<string, (random: Prng) => number[]>> = {
  'a noisy decay': (random) => series(decay, () => 0.3 * random.normal()),
  'a plateau': (random) =>
    series(
      () => 0.69,
      () => 0.05 * random.normal(),
    ),
  'small losses with a heavy tail': (random) => series(decay, () => tailed(random, 0.9)),
  'noise that grows as the loss falls': (random) =>
    series(decay, () => (0.1 + Math.sqrt(1 / (1 + 50 * decay(steps)))) * random.normal()),
  'noise that lasts some steps': (random) => {
    let noise = 0;
    return series(decay, () => (noise = 0.6 * noise + 0.5 * random.normal()));
  },
  'a slow wave': (random) =>
    series(
      (step) => 0.1 * Math.exp(0.3 * Math.sin(step / 150)),
      () => 0.4 * random.normal(),
    ),
  'a plateau, then a fall': (random) =>
    series(
      (step) => (step < 800 ? 0.69 : decay(step - 800) / 3.4),
      () => 0.1 * random.normal(),
    ),
  'a small loss that rises twentyfold for 300 steps, as Adam’s do': (random) =>
    series(
      (step) => (step < 900 ? decay(step) : step < 1200 ? 0.05 : 0.01),
      () => 0.8 * random.normal(),
    ).map((loss, step) => (step < 900 || step >= 1200 ? loss / 4 : loss)),
  'a bad batch now and then': (random) =>
    series(decay, () => 0.3 * random.normal() + (random.float() < 0.004 ? 3 : 0)),
};

test.each(Object.keys(healthy))('no rise: %s, 10 seeds', (name) => {
  for (let seed = 1; seed <= seeds; seed++)
    expect(risenAt(healthy[name](prng('healthy loss', name, seed))), `seed ${seed}`).toBeUndefined();
});

test.each([3, 10, 100])(
  'a loss at rest that becomes %i times as large at step 400 has risen within 50 steps',
  (times) => {
    for (let seed = 1; seed <= seeds; seed++) {
      const random = prng('risen loss', times, seed);
      const losses = series(
        () => 0.2,
        () => tailed(random, 0.4),
      );
      const at = risenAt(losses.map((loss, i) => (i < 400 ? loss : times * loss)));
      expect(at, `seed ${seed}`).toBeGreaterThan(400);
      expect(at, `seed ${seed}`).toBeLessThanOrEqual(450);
    }
  },
);

test('a rise lasts as long as the loss stays up, and ends when it is back; it does not flicker', () => {
  const random = prng('risen and back');
  let watch = noLosses;
  let changes = 0;
  const at: number[] = [];
  for (let step = 1; step <= 1500; step++) {
    const level = step > 300 && step <= 1000 ? 2 : 0.05;
    const isRisen = watch.isRisen;
    watch = watchLoss(watch, level * Math.exp(0.5 * random.normal()), step === 1, Math.log(classes));
    if (watch.isRisen === isRisen) continue;
    changes++;
    at.push(step);
    if (watch.isRisen) expect(riseOf(watch)!.from).toBeCloseTo(0.05, 1);
  }
  expect(changes, String(at)).toBe(2);
  expect(at[0]).toBeLessThan(330);
  expect(at[1]).toBeGreaterThan(1000);
  expect(at[1]).toBeLessThan(1060);
});

test('a loss worse than a guess has risen even before a usual loss is known', () => {
  expect(risenAt([2.3, 9, 12, 8, 7, 11, 9, 8, 9], true)).toBe(9);
  expect(risenAt([2.3, 9, 12, 2.2, 7, 11, 9, 8, 9], true)).toBeUndefined();
  // An observer that came later does not know where it began.
  expect(risenAt([2.3, 9, 12, 8, 7, 11, 9, 8, 9])).toBeUndefined();
});

test('the spread is the median distance from the median, as sorting gives it', () => {
  const random = prng('spread');
  const medianOf = (values: readonly number[]): number => {
    const sorted = [...values].sort((a, b) => a - b);
    const half = sorted.length >> 1;
    return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  };
  for (let length = 1; length <= 130; length++) {
    // Ties, and a few values far away on one side.
    const values = Array.from({ length }, () => random.below(40) / 8 + (random.below(9) === 0 ? 1e3 : 0));
    const middle = medianOf(values);
    const deviation = 1.4826 * medianOf(values.map((value) => Math.abs(value - middle)));
    expect(spreadOf(values)).toEqual({ middle, deviation });
  }
});
