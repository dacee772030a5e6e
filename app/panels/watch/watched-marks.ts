// The changes of a watched run and what they did, from its pictures: a wall has no step records, and no names. The time of
// a step is that between two pictures by their sender's clock; pauses do not count.
import type { RingPicture } from '../../../src/replica/watch/ring-picture';
import { effectOf, type Sample } from '../../bridge/series/effect-of';
import { settingChanges, sizeChange, type Change } from '../../bridge/words/change-words';
import { lineChange } from '../../bridge/words/network-change';
import type { Mark } from '../../bridge/words/mark-words';

/** The spans measured on each side of a change. A picture comes twice a second at most. */
const measuredSpans = 8;
/** After a change: pipelines are empty, and a plan made before it is still carried out. */
const settlingSteps = 3;
const keptMarks = 12;

interface Pending {
  readonly change: Change;
  mark: Mark;
  readonly before: readonly Sample[];
}

export class WatchedMarks {
  #marks: readonly Mark[] = [];
  #pending: readonly Pending[] = [];
  #recent: readonly Sample[] = [];
  #settledAt = 0;
  #last: RingPicture | undefined;

  /** Oldest first. The array is another one after each change. */
  get marks(): readonly Mark[] {
    return this.#marks;
  }

  /** Pictures of one sender in their order, or of another one from now on. */
  see(picture: RingPicture): void {
    const last = this.#last;
    this.#last = picture;
    if (!last) return;
    if (picture.step < last.step) return this.#beginAnew();
    this.#measure(last, picture);
    if (last.step > 0) this.#begin(changesOf(last, picture), picture.step + 1);
  }

  #measure(last: RingPicture, picture: RingPicture): void {
    const { phase, step, sentMs, loss } = picture;
    if (phase === 'finished' || phase === 'diverged') return this.#conclude();
    if (!isTraining(last) || !isTraining(picture) || step === last.step || last.step <= this.#settledAt)
      return;
    this.#recent = [...this.#recent, { ms: (sentMs - last.sentMs) / (step - last.step), loss }].slice(
      -measuredSpans,
    );
    if (this.#recent.length === measuredSpans) this.#conclude();
  }

  #begin(changes: readonly Change[], step: number): void {
    if (changes.length === 0) return;
    this.#conclude();
    this.#pending = changes.map((change) => ({
      change,
      mark: {
        change: change.kind,
        words: change.words,
        short: change.short,
        step,
        isAbout: true,
        effect: { kind: 'measuring' },
      },
      before: this.#recent,
    }));
    this.#marks = [...this.#marks, ...this.#pending.map(({ mark }) => mark)].slice(-keptMarks);
    this.#recent = [];
    this.#settledAt = step + settlingSteps;
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
  }
}

/** A slow ring waits for a member most of the time. */
function isTraining({ phase }: RingPicture): boolean {
  return phase === 'training' || phase === 'waiting';
}

function changesOf(before: RingPicture, after: RingPicture): readonly Change[] {
  const [was, is] = [before.settings, after.settings];
  return [
    ...(was && is
      ? [
          ...settingChanges(
            { ...was, learningRate: before.learningRate },
            { ...is, learningRate: after.learningRate },
          ),
          ...lineChange(was, is),
        ]
      : []),
    ...sizeChange(before.ring.length, after.ring.length),
  ];
}
