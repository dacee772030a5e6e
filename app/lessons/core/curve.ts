// A lesson's run as the line that its chart draws, and that it is judged by: the held-out loss, the time of each step, or
// the steps that were made by then. As a few numbers it travels to a class (H19). Pure.
import type { LessonRun } from '../../../src/replica/protocol';
import type { Lesson } from './lesson';
import type { Trial, TrialStep } from './trial';

/** A run as far as it is known. */
export interface Curve {
  readonly trial: Trial;
  readonly steps: readonly TrialStep[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A run as it is drawn. */
export interface Line {
  readonly trial: Trial;
  readonly points: readonly Point[];
}

/** The most points of a curve that are sent to a class (H19). A lesson evaluates as often, so that a class sees every value. */
export const mostPoints = 24;

/** The axis of a run that is drawn over its time, ms: it is drawn to there before it is known how long it takes. */
const usualRunMs = 6_000;

export type Drawn = Pick<Lesson, 'draws' | 'smoothing' | 'xAxis'>;

export function pointsOf(
  steps: Curve['steps'],
  { draws = 'held-out', smoothing = 1, xAxis = 'step' }: Drawn,
): readonly Point[] {
  switch (draws) {
    case 'held-out': {
      const losses = steps.flatMap(({ step, examplesTotal, validation }) =>
        validation ? [{ x: xAxis === 'step' ? step : examplesTotal, y: validation.loss }] : [],
      );
      return losses.map(({ x }, index) => {
        const last = losses.slice(Math.max(0, index + 1 - smoothing), index + 1);
        return { x, y: last.reduce((sum, { y }) => sum + y, 0) / last.length };
      });
    }
    case 'step times':
      return steps.slice(1).map(({ step, atMs }, index) => ({ x: step, y: atMs - steps[index].atMs }));
    case 'steps by time':
      return steps.map(({ step, atMs }) => ({ x: Math.round(atMs - steps[0].atMs), y: step }));
    default:
      return draws satisfies never;
  }
}

export function lineOf({ trial, steps }: Curve, lesson: Drawn): Line {
  return { trial, points: pointsOf(steps, lesson) };
}

/** Where the axis of this run ends. */
export function endOf({ steps, replicas, config }: Trial, { draws, xAxis = 'step' }: Drawn): number {
  if (draws === 'steps by time') return usualRunMs;
  return steps * (xAxis === 'step' ? 1 : replicas * config.localBatch);
}

/** The line as far as `x`: its last piece is cut where it is. */
export function cutAt(points: readonly Point[], x: number): readonly Point[] {
  const next = points.findIndex((point) => point.x > x);
  if (next < 0) return points;
  if (next === 0) return [];
  const [from, to] = [points[next - 1], points[next]];
  const share = (x - from.x) / (to.x - from.x);
  return [...points.slice(0, next), { x, y: from.y + share * (to.y - from.y) }];
}

export type PackedCurve = LessonRun['curves'][number];

/** The last point of each of so many equal parts of what is drawn. A part without one repeats the one before. */
export function packLine({ points }: Pick<Line, 'points'>): PackedCurve {
  const real = points.filter(({ y }) => Number.isFinite(y));
  const upTo = Math.round(real.at(-1)?.x ?? 0);
  const parts = Math.min(mostPoints, real.length);
  const losses = Array.from({ length: parts }, (_, part) => {
    const edge = (upTo * (part + 1)) / parts;
    return rounded((real.findLast(({ x }) => x <= edge + 1e-6 * upTo) ?? real[0]).y);
  });
  return { upTo, losses };
}

/** A point at the end of each part. */
export function unpackCurve({ upTo, losses }: PackedCurve): readonly Point[] {
  return losses.map((y, part) => ({ x: (upTo * (part + 1)) / losses.length, y }));
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
