// H19: what is drawn of a lesson's runs, and what travels of it, against the points by hand.
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { lessonRun, mostCurveLosses } from '../../../src/room/room-question';
import { cutAt, mostPoints, packLine, pointsOf, unpackCurve } from './curve';
import type { TrialStep } from './trial';

/** A step of 32 examples each, 10 ms long; a held-out loss after each of which one is given. */
function stepsOf(losses: readonly (number | undefined)[]): readonly TrialStep[] {
  return losses.map((loss, i) => ({
    ...{ step: i + 1, examplesTotal: 32 * (i + 1), atMs: 10 * i + (i > 2 ? 90 : 0) },
    validation: loss === undefined ? undefined : { loss, accuracy: 1 },
  })) as unknown as TrialStep[];
}

test('a point is the mean of the last evaluations, over steps or examples', () => {
  const steps = stepsOf([4, undefined, 2, 0, 7]);
  expect(pointsOf(steps, {})).toEqual([
    { x: 1, y: 4 },
    { x: 3, y: 2 },
    { x: 4, y: 0 },
    { x: 5, y: 7 },
  ]);
  expect(pointsOf(steps, { smoothing: 3, xAxis: 'examples' })).toEqual([
    { x: 32, y: 4 },
    { x: 96, y: 3 },
    { x: 128, y: 2 },
    { x: 160, y: 3 },
  ]);
});

test('the time of each step, and the steps by time', () => {
  const steps = stepsOf([1, 1, 1, 1]);
  expect(pointsOf(steps, { draws: 'step times' }).map(({ y }) => y)).toEqual([10, 10, 100]);
  expect(pointsOf(steps, { draws: 'steps by time' }).at(-1)).toEqual({ x: 120, y: 4 });
});

test('a line is cut between its points', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 10, y: 1 },
  ];
  expect([cutAt(line, -1), cutAt(line, 5).at(-1), cutAt(line, 10)]).toEqual([[], { x: 5, y: 0.5 }, line]);
});

test('H19: a long line travels as the last points of equal parts, and ends where it ended', () => {
  expect(mostPoints).toBe(mostCurveLosses);
  const points = Array.from({ length: 240 }, (_, i) => ({ x: i + 1, y: 240 - i }));
  const packed = packLine({ points });
  expect([packed.upTo, packed.losses.length]).toEqual([240, mostPoints]);
  // Ten steps a part: the first ends with 231.
  expect([packed.losses[0], packed.losses.at(-1)]).toEqual([231, 1]);
  expect(unpackCurve(packed).at(-1)).toEqual({ x: 240, y: 1 });
  expect(unpackCurve(packed)[0].x).toBe(10);
});

test('H19: a short one travels as it is; what is not finite does not travel', () => {
  const pack = (values: readonly number[]) => packLine({ points: values.map((y, i) => ({ x: i + 1, y })) });
  expect(pack([3, 2, 1])).toEqual({ upTo: 3, losses: [3, 2, 1] });
  expect(pack([])).toEqual({ upTo: 0, losses: [] });
  const broken = pack([3, NaN, Infinity]);
  expect(broken).toEqual({ upTo: 1, losses: [3] });
  const far = pack(Array.from({ length: 100 }, () => 1 / 3));
  expect(v.safeParse(lessonRun, { done: 100, of: 100, curves: [far, broken] }).success).toBe(true);
});
