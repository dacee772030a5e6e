// How fast a replica is while its ring has no other member: the steps in which it trained by itself. They count for later
// runs too, while the model, the batch, the precision and the engine are the same. A guest of a ring that trains already
// has none: its replica tried some steps on the side.
import { isSameMode } from '../../../src/train/metrics/of-sync';
import type { LoneTrial, Snapshot, StepRecord } from '../../../src/replica/protocol';
import { middleMean } from '../../../src/base/middle-mean';

/** The latest steps of a mode. */
const keptSteps = 50;
/** The fewest steps that make a figure. */
const leastSteps = 10;

export interface LoneSpeed {
  /** Loss terms per second, update and all. */
  readonly perSecond: number;
  /** 0: measured in this run; 1: in the run before. */
  readonly runsAgo: number;
}

/** The speed that this device reached by itself in this run comes first. Next come steps on the side with the current
 *  settings. */
export function bestOf(
  trained: LoneSpeed | undefined,
  trial: LoneTrial | undefined,
): LoneSpeed | LoneTrial | undefined {
  return trained?.runsAgo === 0 ? trained : (trial ?? trained);
}

export class LoneLog {
  #steps: readonly { readonly run: number; readonly step: StepRecord }[] = [];
  #last: StepRecord | undefined;
  #run = 0;
  #conditions = '';

  /** Call it before the records that were made with these settings. */
  see({ config, engine }: Pick<Snapshot, 'config' | 'engine'>): void {
    if (!config || !engine) return;
    const { model, localBatch, microBatch, batchMode, globalBatch, precision, checkpoints } = config;
    const { inputShape, layers } = model;
    const batch = batchMode === 'fixed' ? globalBatch : localBatch;
    const conditions = JSON.stringify([
      inputShape,
      layers,
      batch,
      microBatch,
      precision,
      checkpoints,
      engine.chosen,
    ]);
    if (conditions !== this.#conditions) this.#steps = [];
    this.#conditions = conditions;
  }

  push(step: StepRecord): void {
    if (this.#last && step.step <= this.#last.step) this.#run++;
    this.#last = step;
    if (step.worldSize !== 1) return;
    const alike = this.#steps.filter((other) => isSameMode(other.step, step));
    this.#steps = [...alike, { run: this.#run, step }].slice(-keptSteps);
  }

  /** The measurement in steps of the latest mode, of the newest run that has enough of them; undefined: not measured. */
  speedOf(replica: string): LoneSpeed | undefined {
    const last = this.#last;
    if (!last) return undefined;
    const costs = this.#steps.flatMap(({ run, step }) => {
      const [terms = 0, wallMs = 0] = [step.contributions[replica], step.splits[replica]?.wallMs];
      return terms > 0 && wallMs > 0 && isSameMode(step, last) ? [{ run, ms: wallMs / terms }] : [];
    });
    for (let run = this.#run; run >= 0; run--) {
      const ofRun = costs.filter((cost) => cost.run === run).map(({ ms }) => ms);
      if (ofRun.length >= leastSteps)
        return { perSecond: 1000 / middleMean(ofRun), runsAgo: this.#run - run };
    }
    return undefined;
  }
}
