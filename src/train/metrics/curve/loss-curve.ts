// The training loss of a whole run in a bounded number of points. Each point is the mean of as many steps as the others;
// when the points are full, neighbours are joined. Invariant: no step is left out of a mean, or counted twice.

export const mostCurvePoints = 96;

/** The mean loss of some steps, of which `step` is the last. */
export interface CurvePoint {
  readonly step: number;
  readonly loss: number;
  /** The time of that step, epoch ms. */
  readonly atMs: number;
  /** The ring's examples after it. */
  readonly examples: number;
}

interface Point extends CurvePoint {
  readonly sum: number;
  readonly count: number;
}

export class LossCurve {
  #points: Point[] = [];
  #stepsPerPoint = 1;
  #lastStep = 0;

  /** A step that does not follow the last begins a new run. A loss that is not finite is no point. */
  push(step: number, loss: number, atMs = 0, examples = 0): void {
    if (step <= this.#lastStep) {
      this.#points = [];
      this.#stepsPerPoint = 1;
    }
    this.#lastStep = step;
    if (!Number.isFinite(loss)) return;
    const last = this.#points.at(-1);
    const point = { step, loss, atMs, examples, sum: loss, count: 1 };
    if (last && last.count < this.#stepsPerPoint) this.#points[this.#points.length - 1] = joined(last, point);
    else this.#points.push(point);
    if (this.#points.length > mostCurvePoints) this.#halve();
  }

  /** The steps before the first one here, as another replica saw them. */
  begin(earlier: readonly CurvePoint[]): void {
    const before = earlier.map((point, at): Point => {
      const count = point.step - (earlier[at - 1]?.step ?? 0);
      return { ...point, sum: point.loss * count, count };
    });
    this.#stepsPerPoint = before.reduce((most, { count }) => Math.max(most, count), this.#stepsPerPoint);
    this.#points = [...before, ...this.#points];
    while (this.#points.length > mostCurvePoints) this.#halve();
  }

  /** The points, oldest first. The last one is of as many steps as the others at least, and of less than twice as many. */
  get points(): readonly CurvePoint[] {
    const points = [...this.#points];
    const last = points.at(-1);
    if (points.length > 1 && last!.count < this.#stepsPerPoint)
      points.splice(-2, 2, joined(points.at(-2)!, last!));
    return points.map(({ step, sum, count, atMs, examples }) => ({
      step,
      loss: sum / count,
      atMs,
      examples,
    }));
  }

  #halve(): void {
    const before = this.#points;
    this.#stepsPerPoint *= 2;
    this.#points = [];
    for (let i = 0; i < before.length; i += 2)
      this.#points.push(i + 1 < before.length ? joined(before[i], before[i + 1]) : before[i]);
  }
}

function joined(a: Point, b: Point): Point {
  return { ...b, sum: a.sum + b.sum, count: a.count + b.count };
}
