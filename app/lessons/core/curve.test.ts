// H19: what travels of a lesson's runs, against the means by hand.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { lessonRun, mostCurveLosses } from '../../../src/room/room-question';
import { packCurve, smoothed, unpackCurve } from './curve';
import type { TrialStep } from './trial';

/** A loss a step; a step takes 32 examples. */
function stepsOf(losses: readonly number[]): readonly TrialStep[] {
  return losses.map((loss, i) => ({ step: i + 1, examplesTotal: 32 * (i + 1), loss })) as unknown as TrialStep[]; // prettier-ignore
}

test('each point is the mean of so many steps, over steps or examples', () => {
  const steps = stepsOf([4, 2, 0, 7]);
  expect(smoothed(steps, { smoothing: 1 }).map(({ x, loss }) => [x, loss])).toEqual([[1, 4], [2, 2], [3, 0], [4, 7]]); // prettier-ignore
  expect(smoothed(steps, { smoothing: 3, xAxis: 'examples' }).map(({ x, loss }) => [x, loss])).toEqual([[96, 2], [128, 3]]); // prettier-ignore
});

test('H19: a long curve travels as means of equal parts, and ends where it ended', () => {
  const losses = Array.from({ length: 240 }, (_, i) => 240 - i);
  const packed = packCurve({ steps: stepsOf(losses) }, { smoothing: 1 });
  expect([packed.upTo, packed.losses.length]).toEqual([240, mostCurveLosses]);
  // Ten steps a part: the first has 240 … 231.
  expect([packed.losses[0], packed.losses.at(-1)]).toEqual([235.5, 5.5]);
  expect(unpackCurve(packed).at(-1)).toEqual({ x: 240, loss: 5.5 });
  expect(unpackCurve(packed)[0].x).toBe(10);
});

test('H19: a short one travels as it is; what is not finite does not travel', () => {
  expect(packCurve({ steps: stepsOf([3, 2, 1]) }, { smoothing: 1 })).toEqual({ upTo: 3, losses: [3, 2, 1] });
  expect(packCurve({ steps: [] }, { smoothing: 5 })).toEqual({ upTo: 0, losses: [] });
  const broken = packCurve({ steps: stepsOf([3, NaN, Infinity]) }, { smoothing: 1 });
  expect(broken).toEqual({ upTo: 1, losses: [3] });
  const far = packCurve({ steps: stepsOf(Array.from({ length: 100 }, () => 1 / 3)) }, { smoothing: 5 });
  expect(v.safeParse(lessonRun, { done: 100, of: 100, curves: [far, broken] }).success).toBe(true);
});
