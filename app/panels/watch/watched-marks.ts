// The changes of a watched run and what they did. Its pictures tell the changes, and a wall measures them: it has no step
// records, and no names. The time of a step is that between two pictures by their sender's clock; pauses do not count.
import type { ShownChange } from '../../../src/replica/shown-change';
import type { ReceivedView } from '../../../src/replica/watch/ring-message';
import { effectOf, type Sample } from '../../bridge/series/effect-of';
import { shownChangeOf, type Change } from '../../bridge/words/change-words';
import type { Mark } from '../../bridge/words/mark-words';

/** The spans measured on each side of a change. A picture comes twice a second at most. */
const measuredSpans = 8;
/** After a change pipelines are empty. */
const settlingSteps = 3;
const keptMarks = 12;

interface Pending {
  readonly change: Change;
  readonly mark: Mark;
  readonly before: readonly Sample[];
}

export class WatchedMarks {
  #marks: readonly Mark[] = [];
  #pending: readonly Pending[] = [];
  #recent: readonly Sample[] = [];
  #settledAt = 0;
  #last: ReceivedView | undefined;
  /** Changes that were in a picture. */
  readonly #known = new Set<string>();

  /** Oldest first. The array is another one after each change. */
  get marks(): readonly Mark[] {
    return this.#marks;
  }

  /** Pictures of one sender in their order, or of another one from now on. What changed before the first one is not
   *  marked: nothing is known of the steps before it. */
  see(picture: ReceivedView): void {
    const last = this.#last;
    this.#last = picture;
    const isAnotherRun = last !== undefined && picture.step < last.step;
    if (isAnotherRun) this.#beginAnew();
    else if (last) this.#measure(last, picture);
    const fresh = picture.changes.filter((change) => !this.#known.has(keyOf(change)));
    for (const change of fresh) this.#known.add(keyOf(change));
    if (last && !isAnotherRun) this.#begin(fresh);
  }

  #measure(last: ReceivedView, picture: ReceivedView): void {
    const { ringPhase, step, sentMs, loss } = picture;
    if (ringPhase === 'finished' || ringPhase === 'diverged') return this.#conclude();
    if (!isTraining(last) || !isTraining(picture) || step === last.step || last.step <= this.#settledAt)
      return;
    this.#recent = [...this.#recent, { ms: (sentMs - last.sentMs) / (step - last.step), loss }].slice(
      -measuredSpans,
    );
    if (this.#recent.length === measuredSpans) this.#conclude();
  }

  #begin(changes: readonly ShownChange[]): void {
    if (changes.length === 0) return;
    this.#conclude();
    this.#pending = changes.map((shown) => {
      const change = shownChangeOf(shown);
      const { kind, words, short } = change;
      const mark = { change: kind, words, short, step: shown.step, effect: { kind: 'measuring' } } as const;
      return { change, mark, before: this.#recent };
    });
    this.#marks = [...this.#marks, ...this.#pending.map(({ mark }) => mark)].slice(-keptMarks);
    this.#recent = [];
    this.#settledAt = Math.max(...changes.map(({ step }) => step)) + settlingSteps;
  }

  /** Sets the effect that the spans so far show. */
  #conclude(): void {
    for (const { change, mark, before } of this.#pending) {
      const effect = effectOf(change.kind, before, this.#recent);
      this.#marks = this.#marks.map((each) => (each === mark ? { ...mark, effect } : each));
    }
    this.#pending = [];
  }

  #beginAnew(): void {
    this.#marks = [];
    this.#pending = [];
    this.#recent = [];
    this.#settledAt = 0;
    this.#known.clear();
  }
}

function keyOf({ what, step, after }: ShownChange): string {
  return JSON.stringify([what, step, after]);
}

/** A slow ring waits for a member most of the time. */
function isTraining({ ringPhase }: ReceivedView): boolean {
  return ringPhase === 'training' || ringPhase === 'waiting';
}
