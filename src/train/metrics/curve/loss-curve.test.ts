import { expect, test } from 'vitest';
import { prng } from '../../../base/prng';
import { LossCurve, mostCurvePoints } from './loss-curve';

test('a curve of any length keeps the mean of every step, in a bounded number of points', () => {
  const random = prng('curve', 1);
  const curve = new LossCurve();
  let sum = 0;
  for (let step = 1; step <= 5000; step++) {
    const loss = random.float();
    sum += loss;
    curve.push(step, loss);
    if (![1, 2, 127, 128, 129, 257, 4999, 5000].includes(step)) continue;
    const { points } = curve;
    expect(points.length).toBeLessThanOrEqual(mostCurvePoints);
    expect(points.at(-1)!.step).toBe(step);
    const steps = points.map(({ step: at }, i) => at - (points[i - 1]?.step ?? 0));
    expect(steps.at(-1), 'the last point is no noisier than the others').toBeGreaterThanOrEqual(steps[0]);
    expect(steps.at(-1)).toBeLessThan(2 * steps[0] + 1);
    expect(steps.reduce((a, b) => a + b)).toBe(step);
    const whole = points.reduce((all, { loss: mean }, i) => all + mean * steps[i], 0);
    expect(Math.abs(whole - sum), `step ${step}`).toBeLessThan(1e-9 * step);
  }
  curve.push(5001, NaN);
  expect(curve.points.at(-1)!.step).toBe(5000);
  curve.push(1, 2);
  expect(curve.points, 'a new run').toMatchObject([{ step: 1, loss: 2 }]);
});

test('a curve that another one begins has the mean of all their steps', () => {
  const [early, late] = [new LossCurve(), new LossCurve()];
  let sum = 0;
  for (let step = 1; step <= 1000; step++) {
    const loss = 1 / step;
    sum += loss;
    if (step <= 700) early.push(step, loss);
    else late.push(step, loss);
  }
  late.begin(early.points);
  const { points } = late;
  expect(points.length).toBeLessThanOrEqual(mostCurvePoints);
  expect([points[0].step < 100, points.at(-1)!.step]).toEqual([true, 1000]);
  const whole = points.reduce(
    (all, { step, loss }, at) => all + loss * (step - (points[at - 1]?.step ?? 0)),
    0,
  );
  expect(whole).toBeCloseTo(sum, 9);
});
