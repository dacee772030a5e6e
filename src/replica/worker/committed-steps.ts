// What a replica's page learns of the committed steps: those not yet sent, rates, totals by member, and of this run what a
// view of the ring shows (RecentSteps).
import { LossCurve, type CurvePoint } from '../../train/metrics/curve/loss-curve';
import type { Changed } from '../../train/run/changed';
import type { StepRecord } from '../protocol';
import { mostChanges, type RecentSteps } from '../ring-view';
import { StepRates } from './step-rates';

/** Steps that the mean split is over. */
const keptRecords = 20;

export class CommittedSteps {
  readonly rates = new StepRates();
  /** Loss terms that each member gave to this run, as far as this replica saw. */
  readonly examplesBy = new Map<string, number>();
  last: StepRecord | undefined;
  readonly #curve = new LossCurve();
  #records: readonly StepRecord[] = [];
  /** Replicas in the sums of this run; undefined: this replica did not see all of them. */
  #contributors: Set<string> | undefined;
  #validation: RecentSteps['validation'];
  /** The changes of this run. */
  #changes: readonly Changed[] = [];
  #unsent: StepRecord[] = [];
  #unsentChanges: Changed[] = [];

  add(record: StepRecord): void {
    this.#noteRun(record);
    this.last = record;
    this.rates.add(record);
    this.#unsent.push(record);
    if (record.validation) this.#validation = { step: record.step, ...record.validation };
    for (const [id, count] of Object.entries(record.contributions))
      this.examplesBy.set(id, (this.examplesBy.get(id) ?? 0) + count);
  }

  /** The steps before the first one, as another member saw them. */
  begin(earlier: readonly CurvePoint[]): void {
    this.#curve.begin(earlier);
  }

  changed(changed: Changed): void {
    this.#changes = [...this.#changes, changed].slice(-mostChanges);
    this.#unsentChanges.push(changed);
  }

  get recent(): RecentSteps {
    const [records, validation] = [this.#records, this.#validation];
    const curve = this.#curve.points.map(({ step, loss }) => [step, loss] as const);
    return { records, curve, contributors: this.#contributors?.size, validation, changes: this.#changes };
  }

  #noteRun(record: StepRecord): void {
    const { last } = this;
    // A new run begins at step 1.
    const isAnother = last !== undefined && record.step <= last.step;
    if (isAnother) {
      [this.#validation, this.#changes] = [undefined, []];
      this.examplesBy.clear();
    }
    if (record.step === 1) this.#contributors = new Set();
    else if (record.run !== last?.run || record.step !== last.step + 1) this.#contributors = undefined;
    for (const [id, terms] of Object.entries(record.contributions))
      if (terms > 0) this.#contributors?.add(id);
    this.#records = [...(isAnother ? [] : this.#records.slice(1 - keptRecords)), record];
    this.#curve.push(record.step, record.loss);
  }

  /** Those since the last call. */
  take(): { readonly steps: readonly StepRecord[]; readonly changes: readonly Changed[] } {
    const taken = { steps: this.#unsent, changes: this.#unsentChanges };
    [this.#unsent, this.#unsentChanges] = [[], []];
    return taken;
  }
}
