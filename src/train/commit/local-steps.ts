// What this replica knows of its own last step: what its record says of it, its share of the validation split after it,
// and the step itself until the next header commits it. All of it belongs to one history: in another, step numbers come
// again, and it is forgotten.
import type { MemberId, View } from '../../membership/view';
import { commit, type FinishedStep } from './commits';
import type { HeaderRecord } from '../header/header-record';
import type { ReplicaState } from '../state/replica-state';
import { noiseOfStep } from './step-noise';
import type { StepRecord } from '../metrics/step-record';
import type { StepSplit } from '../metrics/step-split';
import { StepWatch } from './step-watch';

const emptySplit: Omit<StepSplit, 'waitedFor'> = { computeMs: 0, overlappedMs: 0, exposedMs: 0, waitingMs: 0, otherMs: 0, wallMs: 0 }; // prettier-ignore
const notEvaluated: HeaderRecord['validation'] = { step: 0, lossSum: 0, correct: 0, count: 0 };

export function emptyLast(): HeaderRecord['last'] {
  const sums = { count: 0, lossSum: 0, correct: 0, gradientSquared: 0, bytesSent: 0, bytesReceived: 0 };
  return { step: 0, ...sums, isSkipped: false, split: emptySplit, waitedForRank: -1 };
}

export class LocalSteps {
  last: HeaderRecord['last'] = emptyLast();
  validation: HeaderRecord['validation'] = notEvaluated;
  /** Finished and not yet committed (H4). */
  finished: FinishedStep | undefined;
  /** Step after which the device's copy was last checked. */
  checkedStep = 0;
  /** This replica's place among those who took part in the last step: its part of the validation split. −1: it had no
   *  part in it. */
  share = { index: -1, count: 1 };
  readonly #watch = new StepWatch();

  /** What was measured belongs to steps of another history, whose numbers may come again. */
  forget(): void {
    this.last = emptyLast();
    this.validation = notEvaluated;
    this.finished = undefined;
    this.checkedStep = 0;
    this.share = { index: -1, count: 1 };
    this.#watch.forget();
  }

  /** All members hold the finished step, or ride at it: it is committed. Undefined: there is none of this digest. */
  commit(
    view: View,
    records: readonly HeaderRecord[],
    digest: string,
    replica: Pick<ReplicaState, 'norms' | 'ready'>,
    nameOf: (member: MemberId) => string,
  ): StepRecord | undefined {
    const { finished } = this;
    if (finished?.digest !== digest) return undefined;
    this.finished = undefined;
    const sources = records.filter(
      ({ last }) => last.step === finished.state.step && last.count > 0 && !last.isSkipped,
    );
    replica.norms.add(sources.map(({ last }) => last.gradientSquared));
    const record = commit(finished, view, records, Date.now());
    const faulty = record.faulty.map(nameOf);
    const estimate = replica.ready && noiseOfStep(finished, view, records, replica.ready.split.train.length);
    return { ...record, ...this.#watch.add(estimate, record, faulty, finished.state) };
  }
}
