// The losses of a lesson's run as a curve: smoothed as its lesson says, and as a few numbers that travel (H19). Pure.
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
  readonly loss: number;
}

/** So many a curve travel at most (H19). */
export const mostLosses = 24;

type Drawn = Pick<Lesson, 'smoothing' | 'xAxis'>;

/** Each point is the mean loss of the lesson's so many steps. */
export function smoothed(
  steps: Curve['steps'],
  { smoothing: over, xAxis = 'step' }: Drawn,
): readonly Point[] {
  let sum = 0;
  return steps.flatMap(({ step, examplesTotal, loss }, index) => {
    sum += loss - (index >= over ? steps[index - over].loss : 0);
    return index + 1 >= over ? [{ x: xAxis === 'step' ? step : examplesTotal, loss: sum / over }] : [];
  });
}

/** Where the axis of this run ends. */
export function endOf({ steps, replicas, config }: Trial, { xAxis = 'step' }: Drawn): number {
  return steps * (xAxis === 'step' ? 1 : replicas * config.localBatch);
}

export type PackedCurve = LessonRun['curves'][number];

/** Means over equal parts of the axis. A part without a finite loss repeats the one before. */
export function packCurve({ steps }: Pick<Curve, 'steps'>, lesson: Drawn): PackedCurve {
  const points = smoothed(steps, lesson).filter(({ loss }) => Number.isFinite(loss));
  const upTo = points.at(-1)?.x ?? 0;
  const parts = Math.min(mostLosses, points.length);
  const losses: number[] = [];
  for (let part = 0; part < parts; part++) {
    const [from, to] = [part, part + 1].map((edge) => (upTo * edge) / parts);
    const inside = points.filter(({ x }) => x > from && x <= to);
    const mean = inside.reduce((sum, { loss }) => sum + loss, 0) / inside.length;
    losses.push(inside.length > 0 ? rounded(mean) : (losses.at(-1) ?? rounded(points[0].loss)));
  }
  return { upTo, losses };
}

/** Each of its points is the mean of several steps. */
export function isOfMeans({ upTo, losses }: PackedCurve): boolean {
  return losses.length === mostLosses && upTo > mostLosses;
}

/** A point at the end of each part. */
export function unpackCurve({ upTo, losses }: PackedCurve): readonly Point[] {
  return losses.map((loss, part) => ({ x: (upTo * (part + 1)) / losses.length, loss }));
}

function rounded(loss: number): number {
  return Number(loss.toPrecision(4));
}
