// The training loss of a whole run in a bounded number of points. Each point is the mean of as many steps as the others;
// when the points are full, neighbours are joined. Invariant: no step is left out of a mean, or counted twice.
import { mostCurvePoints } from '../ring-view';

interface Point {
  readonly step: number;
  readonly sum: number;
  readonly count: number;
}

export class LossCurve {
  #points: Point[] = [];
  #stepsPerPoint = 1;
  #lastStep = 0;

  /** A step that does not follow the last begins a new run. A loss that is not finite is no point. */
  push(step: number, loss: number): void {
    if (step <= this.#lastStep) {
      this.#points = [];
      this.#stepsPerPoint = 1;
    }
    this.#lastStep = step;
    if (!Number.isFinite(loss)) return;
    const last = this.#points.at(-1);
    if (last && last.count < this.#stepsPerPoint)
      this.#points[this.#points.length - 1] = joined(last, { step, sum: loss, count: 1 });
    else this.#points.push({ step, sum: loss, count: 1 });
    if (this.#points.length > mostCurvePoints) this.#halve();
  }

  /** [step, mean loss], oldest first. The last one is of as many steps as the others at least, and of less than twice as
   *  many. */
  get points(): readonly (readonly [step: number, loss: number])[] {
    const points = [...this.#points];
    const last = points.at(-1);
    if (points.length > 1 && last!.count < this.#stepsPerPoint)
      points.splice(-2, 2, joined(points.at(-2)!, last!));
    return points.map(({ step, sum, count }) => [step, sum / count]);
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
  return { step: b.step, sum: a.sum + b.sum, count: a.count + b.count };
}
