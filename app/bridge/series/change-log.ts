// The changes of a run and what they did: each is a mark on the charts. The ring announces a change with the first step that
// is made with it. The effect is measured: the time of a step (of a new rate and of noise: the loss) over the steps before
// the change and over those after it.
import type { Changed, Phase, StepRecord } from '../../../src/replica/protocol';
import { changeOf, noiseIn, type Change, type NameOf } from '../words/change-words';
import type { Mark } from '../words/mark-words';
import { effectOf, type Sample } from './effect-of';

/** Steps on each side of a change: the middle half of so many hides single hiccups. */
const measuredSteps = 20;
/** After a change pipelines are empty. */
const settlingSteps = 3;
const keptMarks = 50;

interface StepSample extends Sample {
  readonly step: number;
}

interface Pending {
  readonly change: Change;
  readonly mark: Mark;
  readonly before: StepSample[];
  readonly after: StepSample[];
}

export class ChangeLog {
  #marks: readonly Mark[] = [];
  /** The changes of one step. */
  #pending: readonly Pending[] = [];
  /** Since the last change has settled. */
  #recent: readonly StepSample[] = [];
  #last: StepRecord | undefined;

  constructor(private readonly nameOf: NameOf) {}

  /** Oldest first. The array is another one after each change. */
  get marks(): readonly Mark[] {
    return this.#marks;
  }

  /** The change as the ring announced it. The records of its first steps may have arrived already. */
  changed(changes: readonly Changed[]): void {
    if (this.#last === undefined) return;
    for (const step of new Set(changes.map((one) => one.step))) {
      const ofStep = changes.filter((one) => one.step === step);
      this.#begin(
        ofStep.map((one) => changeOf(one, this.nameOf)),
        step,
      );
    }
  }

  push(record: StepRecord): void {
    const last = this.#last;
    this.#last = record;
    if (last && record.step <= last.step) return this.#beginAnew();
    const noise = noiseIn(record, this.nameOf);
    if (noise) return this.#begin([noise], record.step);
    if (last?.step !== record.step - 1) return;
    this.#measure({ step: record.step, ms: record.atMs - last.atMs, loss: record.loss });
  }

  /** The end of a run ends measuring. */
  see(phase: Phase): void {
    if (phase.kind === 'finished' || phase.kind === 'diverged') this.#concludeAll();
  }

  #begin(changes: readonly Change[], step: number): void {
    this.#concludeAll();
    const before = this.#recent.filter((sample) => sample.step < step);
    const after = this.#recent.filter((sample) => sample.step > step + settlingSteps);
    this.#pending = changes.map((change) => {
      const { kind, words, short } = change;
      const mark = { change: kind, words, short, step, effect: { kind: 'measuring' } } as const;
      return { change, mark, before: [...before], after: [...after] };
    });
    this.#marks = [...this.#marks, ...this.#pending.map(({ mark }) => mark)].slice(-keptMarks);
    this.#recent = after;
  }

  #measure(sample: StepSample): void {
    const [first] = this.#pending;
    if (first && sample.step < first.mark.step) {
      for (const { before } of this.#pending) before.push(sample);
      return;
    }
    if (sample.step <= (this.#marks.at(-1)?.step ?? -Infinity) + settlingSteps) return;
    this.#recent = [...this.#recent, sample].slice(-measuredSteps);
    for (const { after } of this.#pending) after.push(sample);
    if (first && first.after.length >= measuredSteps) this.#concludeAll();
  }

  /** With the steps that there are. */
  #concludeAll(): void {
    const concluded = new Map(
      this.#pending.map(({ change, mark, before, after }) => {
        const effect = effectOf(change.kind, before.slice(-measuredSteps), after);
        return [mark, { ...mark, effect }] as const;
      }),
    );
    if (concluded.size > 0) this.#marks = this.#marks.map((mark) => concluded.get(mark) ?? mark);
    this.#pending = [];
  }

  #beginAnew(): void {
    this.#marks = [];
    this.#pending = [];
    this.#recent = [];
  }
}
