// The changes of a run and what they did: each is a mark on the charts. The effect is measured: the time of a step (of a
// new rate and of noise: the loss) over the steps before the change and over those after it.
import type { Snapshot, StepRecord } from '../../../src/replica/protocol';
import { changesBetween, isOfLoss, noiseIn, type Change } from '../words/change-words';
import type { Mark } from '../words/mark-words';
import { middleMean } from './middle-mean';

/** Steps on each side of a change: the middle half of so many hides single hiccups. */
const measuredSteps = 20;
/** With fewer on a side nothing is said. */
const leastSteps = 5;
/** After a change: pipelines are empty, and a plan made before it is still carried out. */
const settlingSteps = 3;
const keptMarks = 50;
/** Of the steps between two snapshots. */
const keptRecords = 1000;

interface Sample {
  readonly step: number;
  readonly ms: number;
  readonly loss: number;
}

interface Pending {
  readonly change: Change;
  mark: Mark;
  isFound: boolean;
  readonly before: readonly Sample[];
  readonly after: Sample[];
}

export class ChangeLog {
  #marks: readonly Mark[] = [];
  #pending: Pending[] = [];
  #recent: Sample[] = [];
  /** The last step before the last snapshot, and those since: a change may be in some of them already. */
  #since: StepRecord[] = [];
  #settledAt = 0;
  #last: StepRecord | undefined;
  #snapshot: Snapshot | undefined;

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
    this.#begin(changesBetween(before, after), before.step, after.step + 1, since);
  }

  push(record: StepRecord): void {
    const last = this.#last;
    this.#last = record;
    if (last && record.step <= last.step) return this.#beginAnew();
    this.#since.push(record);
    if (this.#since.length > 2 * keptRecords) this.#since = this.#since.slice(-keptRecords);
    const noise = noiseIn(record, this.#snapshot);
    if (noise) this.#begin([noise], record.step - 1, record.step);
    for (const one of this.#pending)
      if (!one.isFound && one.change.isIn?.(record) === true) {
        one.isFound = true;
        this.#replace(one, { ...one.mark, step: record.step });
      }
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
    for (const one of this.#pending) this.#conclude(one);
    const before = this.#recent.filter((sample) => sample.step <= lastBefore).slice(-measuredSteps);
    this.#pending = changes.map((change) => {
      const isIn = (record: StepRecord): boolean => change.isIn?.(record) === true;
      const first = since.find((record, at) => at > 0 && isIn(record) && !isIn(since[at - 1]));
      return {
        change,
        mark: {
          ...{ change: change.kind, words: change.words, step: first?.step ?? step },
          effect: { kind: 'measuring' },
        },
        isFound: first !== undefined,
        before,
        after: [],
      };
    });
    this.#marks = [...this.#marks, ...this.#pending.map(({ mark }) => mark)].slice(-keptMarks);
    this.#recent = [];
    this.#settledAt = step + settlingSteps;
  }

  #measure(sample: Sample): void {
    this.#recent.push(sample);
    if (this.#recent.length > 4 * measuredSteps) this.#recent = this.#recent.slice(-2 * measuredSteps);
    for (const one of this.#pending) one.after.push(sample);
    const whole = this.#pending.filter(({ after }) => after.length >= measuredSteps);
    for (const one of whole) this.#conclude(one);
    if (whole.length > 0) this.#pending = [];
  }

  /** With the steps that there are. */
  #conclude(one: Pending): void {
    const { before, after, change } = one;
    const isEnough = Math.min(before.length, after.length) >= leastSteps;
    const of = isOfLoss(change.kind) ? 'loss' : 'ms';
    const middle = (samples: readonly Sample[]): number => middleMean(samples.map((sample) => sample[of]));
    this.#replace(one, {
      ...one.mark,
      effect: isEnough
        ? { kind: 'measured', of, before: middle(before), after: middle(after) }
        : { kind: 'unknown' },
    });
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
