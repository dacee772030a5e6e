// What a replica's page learns of the committed steps: those not yet sent, the last one, rates, and totals by member.
import type { Snapshot, StepRecord } from '../protocol';
import { StepRates } from './step-rates';

export class CommittedSteps {
  readonly rates = new StepRates();
  /** Loss terms that each member gave. */
  readonly examplesBy = new Map<string, number>();
  last: StepRecord | undefined;
  /** The last one of this run. */
  validation: Snapshot['validation'];
  #unsent: StepRecord[] = [];

  add(record: StepRecord): void {
    // A new run begins at step 1.
    if (this.last && record.step <= this.last.step) this.validation = undefined;
    this.last = record;
    this.rates.add(record);
    this.#unsent.push(record);
    if (record.validation) this.validation = { step: record.step, ...record.validation };
    for (const [id, count] of Object.entries(record.contributions))
      this.examplesBy.set(id, (this.examplesBy.get(id) ?? 0) + count);
  }

  /** Those since the last call. */
  take(): readonly StepRecord[] {
    const steps = this.#unsent;
    this.#unsent = [];
    return steps;
  }
}
