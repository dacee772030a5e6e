// How fast a replica is while its ring has no other member: the steps of this run in which it trained by itself. A guest of
// a ring that trains already has none.
import { isSameMode } from '../../../src/train/metrics/of-sync';
import type { StepRecord } from '../../../src/replica/protocol';
import { middleMean } from './middle-mean';

/** The latest steps of a mode. */
const keptSteps = 50;
/** With fewer there is no figure. */
const leastSteps = 10;

export class LoneLog {
  #steps: readonly StepRecord[] = [];
  #last: StepRecord | undefined;

  push(record: StepRecord): void {
    if (this.#last && record.step <= this.#last.step) this.#steps = []; // another run
    this.#last = record;
    if (record.worldSize !== 1) return;
    this.#steps = [...this.#steps.filter((step) => isSameMode(step, record)), record].slice(-keptSteps);
  }

  /** Loss terms per second, update and all, in steps of the latest mode; undefined: not measured. */
  perSecondOf(replica: string): number | undefined {
    const last = this.#last;
    if (!last) return undefined;
    const costs = this.#steps.flatMap((step) => {
      const [terms = 0, wallMs = 0] = [step.contributions[replica], step.splits[replica]?.wallMs];
      return terms > 0 && wallMs > 0 && isSameMode(step, last) ? [wallMs / terms] : [];
    });
    return costs.length < leastSteps ? undefined : 1000 / middleMean(costs);
  }
}
