// The film of a lesson's run: replicas in one page often train faster than one can watch, so their lines are drawn at a pace,
// one run after the other, never ahead of what is computed. Whoever has seen enough asks for the end.
import type { Clock } from '../../../src/base/clock';
import { cutAt, endOf, pointsOf, type Curve, type Drawn, type Line } from '../core/curve';
import type { Trial } from '../core/trial';

/** A frame every so often: a line that grows needs no more. */
const frameMs = 100;

export interface Pace {
  /** The time in which all of it is shown; 0: as it is computed. */
  ms: number;
}

export interface Frame {
  readonly lines: readonly Line[];
  /** The part of all runs that is shown, 0 … 1. */
  readonly share: number;
  /** The run that is drawn now. */
  readonly at: number;
}

interface Deps {
  readonly lesson: Drawn;
  /** Empty: there is one part without lines. */
  readonly trials: readonly Trial[];
  readonly clock: Clock;
  readonly pace: Pace;
  readonly onFrame: (frame: Frame) => void;
}

export class Film {
  readonly #deps: Deps;
  readonly #parts: number;
  /** As far as it is computed: the last run may go on. */
  #curves: readonly Curve[] = [];
  #whole = 0;
  /** Runs that are shown whole, and the share of the next one. */
  #position = 0;
  #shownMs: number;
  #cancel: (() => void) | undefined;
  #isClosed = false;
  #settle: () => void = () => undefined;
  /** Resolves once all is shown, or it is closed. */
  readonly over = new Promise<void>((resolve) => (this.#settle = resolve));

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#parts = Math.max(1, deps.trials.length);
    this.#shownMs = deps.clock.now();
    this.#tick();
  }

  /** `whole`: so many of the parts are computed to their end. */
  take(curves: readonly Curve[], whole: number): void {
    this.#curves = curves;
    this.#whole = whole;
    this.#show();
  }

  /** Nothing is shown any more. */
  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
    this.#settle();
  }

  readonly #tick = (): void => {
    this.#show();
    if (!this.#isClosed) this.#cancel = this.#deps.clock.after(frameMs, this.#tick);
  };

  #show(): void {
    const { clock, pace, lesson, trials, onFrame } = this.#deps;
    if (this.#isClosed) return;
    const now = clock.now();
    let ahead = pace.ms > 0 ? ((now - this.#shownMs) * this.#parts) / pace.ms : Infinity;
    this.#shownMs = now;
    while (ahead > 0 && this.#position < this.#parts) {
      const at = Math.floor(this.#position);
      const known = this.#knownOf(at);
      const next = Math.min(this.#position + ahead, at + known);
      ahead -= next - this.#position;
      this.#position = next;
      if (next < at + known) break;
      if (at < this.#whole) this.#position = at + 1;
      else break;
    }
    const at = Math.min(this.#parts - 1, Math.floor(this.#position));
    const lines = trials.slice(0, at + 1).map((trial, index): Line => {
      const points = pointsOf(this.#curves[index]?.steps ?? [], lesson);
      const share = this.#position - index;
      return { trial, points: share < 1 ? cutAt(points, share * endOf(trial, lesson)) : points };
    });
    onFrame({ lines, share: this.#position / this.#parts, at });
    if (this.#position >= this.#parts) this.close();
  }

  /** The share of a run's axis that is computed. */
  #knownOf(index: number): number {
    const trial = this.#deps.trials[index];
    if (!trial) return index < this.#whole ? 1 : 0;
    const last = pointsOf(this.#curves[index]?.steps ?? [], this.#deps.lesson).at(-1)?.x ?? 0;
    return Math.min(1, last / endOf(trial, this.#deps.lesson));
  }
}
