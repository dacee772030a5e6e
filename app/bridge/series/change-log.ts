// The changes of a run and what they did: each is a mark on the charts. The effect is measured: the time of a step (of a
// new rate and of noise: the loss) over the steps before the change and over those after it.
import type { Snapshot, StepRecord } from '../../../src/replica/protocol';
import { changesBetween, lagOf, noiseIn, type Change, type NameOf } from '../words/change-words';
import type { Mark } from '../words/mark-words';
import { effectOf, type Sample } from './effect-of';

/** Steps on each side of a change: the middle half of so many hides single hiccups. */
const measuredSteps = 20;
/** Steps after a change: pipelines are empty, and a plan made before it is still carried out. */
const settlingSteps = 3;
const keptMarks = 50;
/** The most steps kept between two snapshots. */
const keptRecords = 1000;

interface StepSample extends Sample {
  readonly step: number;
}

interface Pending {
  readonly change: Change;
  mark: Mark;
  /** The mark’s step is known, or no record tells it. */
  isPlaced: boolean;
  readonly before: readonly StepSample[];
  readonly after: StepSample[];
}

export class ChangeLog {
  #marks: readonly Mark[] = [];
  #pending: Pending[] = [];
  #recent: StepSample[] = [];
  /** The last step before the last snapshot, and those since: a change may be in some of them already. */
  #since: StepRecord[] = [];
  #settledAt = 0;
  #last: StepRecord | undefined;
  #snapshot: Snapshot | undefined;

  constructor(private readonly nameOf: NameOf) {}

  /** Oldest first. The array is another one after each change. */
  get marks(): readonly Mark[] {
    return this.#marks;
  }

  /** Records of a step come before the snapshot that follows it. */
  see(after: Snapshot): void {
    const before = this.#snapshot;
    this.#snapshot = after;
    const since = this.#since;
    this.#since = since.slice(-1);
    if (!before || this.#last === undefined) return;
    this.#begin(changesBetween(before, after, this.nameOf), before.step, after.step + 1, since);
    if (after.phase.kind === 'finished' || after.phase.kind === 'diverged') this.#concludeAll();
  }

  push(record: StepRecord): void {
    const last = this.#last;
    this.#last = record;
    if (last && record.step <= last.step) return this.#beginAnew();
    this.#since.push(record);
    if (this.#since.length > 2 * keptRecords) this.#since = this.#since.slice(-keptRecords);
    const noise = noiseIn(record, this.nameOf);
    if (noise) this.#begin([noise], record.step - 1, record.step);
    for (const one of this.#pending) if (!one.isPlaced) this.#place(one, record, last);
    if (last?.step !== record.step - 1 || record.step <= this.#settledAt || noise) return;
    this.#measure({ step: record.step, ms: record.atMs - last.atMs, loss: record.loss });
  }

  /** `since`: steps among which the changes may have begun. Where none shows it they begin at `step`. */
  #begin(
    changes: readonly Change[],
    lastBefore: number,
    step: number,
    since: readonly StepRecord[] = [],
  ): void {
    if (changes.length === 0) return;
    this.#concludeAll();
    const before = this.#recent.filter((sample) => sample.step <= lastBefore).slice(-measuredSteps);
    this.#pending = changes.map((change) => {
      const { kind, words, short, isIn } = change;
      const first = since.find(
        (record, at) => at > 0 && !isIn?.(since[at - 1]) && begins(change, record, since[at - 1]),
      );
      const lag = isIn ? 0 : lagOf(kind);
      return {
        change,
        mark: {
          change: kind,
          words,
          short,
          step: (first?.step ?? step) + lag,
          effect: { kind: 'measuring' },
        },
        isPlaced: first !== undefined || kind === 'noise',
        before,
        after: [],
      };
    });
    this.#marks = [...this.#marks, ...this.#pending.map(({ mark }) => mark)].slice(-keptMarks);
    this.#recent = [];
    this.#settledAt = step + settlingSteps;
  }

  /** Where the records of the next steps do not tell, nothing will. */
  #place(one: Pending, record: StepRecord, last: StepRecord | undefined): void {
    const { change, mark } = one;
    const isFirst = begins(change, record, last);
    one.isPlaced = isFirst || record.step >= this.#settledAt;
    if (isFirst) this.#replace(one, { ...mark, step: record.step + (change.isIn ? 0 : lagOf(change.kind)) });
    else if (one.isPlaced) this.#replace(one, { ...mark, isAbout: true });
  }

  #measure(sample: StepSample): void {
    this.#recent.push(sample);
    if (this.#recent.length > 4 * measuredSteps) this.#recent = this.#recent.slice(-2 * measuredSteps);
    for (const one of this.#pending) one.after.push(sample);
    const whole = this.#pending.filter(({ after }) => after.length >= measuredSteps);
    for (const one of whole) this.#conclude(one);
    if (whole.length > 0) this.#pending = [];
  }

  /** With the steps that there are. */
  #conclude(one: Pending): void {
    this.#replace(one, { ...one.mark, effect: effectOf(one.change.kind, one.before, one.after) });
  }

  #concludeAll(): void {
    for (const one of this.#pending) this.#conclude(one);
    this.#pending = [];
  }

  #replace(one: Pending, mark: Mark): void {
    const before = one.mark;
    one.mark = mark;
    this.#marks = this.#marks.map((each) => (each === before ? mark : each));
  }

  #beginAnew(): void {
    this.#marks = [];
    this.#pending = [];
    this.#recent = [];
    this.#since = [];
    this.#settledAt = 0;
  }
}

/** The record shows the change, or that a host's command came before its step. */
function begins({ isIn }: Change, record: StepRecord, last: StepRecord | undefined): boolean {
  return isIn ? isIn(record) : last !== undefined && last.command !== record.command;
}
