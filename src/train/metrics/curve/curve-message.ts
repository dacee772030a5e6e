// What members tell each other of the loss of the steps before (T16). A message is checked strictly and is small.
import * as v from 'valibot';
import { mostCurvePoints, type CurvePoint } from './loss-curve';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const real = v.pipe(v.number(), v.finite());

/** Step, mean loss, how long ago in ms, examples. */
const point = v.strictTuple([v.pipe(count, v.minValue(1)), real, v.pipe(real, v.minValue(0)), count]);
type SentPoint = v.InferOutput<typeof point>;

export const curveMessage = v.variant('kind', [
  v.strictObject({ kind: v.literal('ask'), run: count }),
  v.strictObject({
    kind: v.literal('curve'),
    run: count,
    points: v.pipe(
      v.array(point),
      v.maxLength(mostCurvePoints),
      v.check(
        (points) => points.every(([step], at) => at === 0 || step > points[at - 1][0]),
        'steps that do not ascend',
      ),
    ),
  }),
]);

export function writeCurve(points: readonly CurvePoint[], nowMs: number): readonly SentPoint[] {
  return points.map(({ step, loss, atMs, examples }) => [step, loss, Math.max(0, nowMs - atMs), examples]);
}

/** The points before a step, by the own clock. */
export function readCurve(
  points: readonly SentPoint[],
  beforeStep: number,
  nowMs: number,
): readonly CurvePoint[] {
  return points
    .filter(([step]) => step < beforeStep)
    .map(([step, loss, agoMs, examples]) => ({ step, loss, atMs: nowMs - agoMs, examples }));
}
