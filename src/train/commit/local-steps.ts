// What this replica measured of its own steps and says in its next record: the last step, its part of the validation
// split, its speed, whom it accuses. Step numbers come again in another run or after catching up: then it forgets.
import type { MemberId } from '../../membership/view';
import type { Header } from '../header/header';
import type { HeaderRecord } from '../header/header-record';
import { addBucketTimes, type BucketTimes, type TimedBuckets } from '../metrics/bucket-times';
import { addLineTimes, noLine, type LineTimes, type SlowestRates } from '../metrics/line-times';
import type { StepRecord } from '../metrics/step-record';
import type { StepSplit } from '../metrics/step-split';
import type { AttemptedStep } from './attempted-step';
import { commit, type FinishedStep } from './commits';
import { noiseOfStep } from './step-noise';
import { StepWatch } from './step-watch';

type Last = HeaderRecord['last'];

const emptySplit: Omit<StepSplit, 'waitedFor'> = {
  computeMs: 0,
  overlappedMs: 0,
  exposedMs: 0,
  waitingMs: 0,
  otherMs: 0,
  wallMs: 0,
};
const notEvaluated: HeaderRecord['validation'] = { step: 0, lossSum: 0, score: 0, count: 0 };
const wholeValidation = { index: -1, count: 1 };

export function emptyLast(): Last {
  const sums = { count: 0, lossSum: 0, score: 0, gradientSquared: 0, bytesSent: 0, bytesReceived: 0 };
  return { step: 0, ...sums, isSkipped: false, split: emptySplit, waitedForRank: -1 };
}

/** A replica's place among those who contributed to the last step: its part of the validation split. Index −1: it did
 *  not contribute. */
export interface ValidationPart {
  readonly index: number;
  readonly count: number;
}

export class LocalSteps {
  validation = notEvaluated;
  /** The step after which the device's parameters were last checked. */
  checkedStep = 0;
  /** The last step that this replica set out to sum, finished or not. */
  attempted: AttemptedStep | undefined;
  /** The member whose part of a sum this replica refused, until a sum succeeds or all have judged it (S11). */
  accused: MemberId | undefined;
  readonly #speed = new LocalSpeed();
  readonly #watch = new StepWatch();
  #last = emptyLast();
  #validationPart: ValidationPart = wholeValidation;
  #bucketTimes: BucketTimes | undefined;
  #line = noLine;

  get last(): Last {
    return this.#last;
  }

  get validationPart(): ValidationPart {
    return this.#validationPart;
  }

  get termsPerSecond(): number {
    return this.#speed.termsPerSecond;
  }

  /** `terms`: loss terms computed in `ms`, padding included. */
  computed(terms: number, ms: number): void {
    this.#speed.measured(terms, ms);
  }

  /** All buckets of a gradient are final. */
  completed(buckets: TimedBuckets): void {
    this.#bucketTimes = addBucketTimes(this.#bucketTimes, buckets);
  }

  /** When the buckets of its gradients are final; undefined before the first. */
  get bucketTimes(): BucketTimes | undefined {
    return this.#bucketTimes;
  }

  /** The sums of a step are whole. `messageMs`: undefined when alone. */
  summed(messageMs: number | undefined, rates: SlowestRates | undefined): void {
    this.#line = addLineTimes(this.#line, messageMs, rates);
  }

  get line(): LineTimes {
    return this.#line;
  }

  contributed(last: Last, part: ValidationPart): void {
    this.#last = last;
    this.#validationPart = part;
  }

  /** It took part in the step with zeros. */
  followed(last: Last): void {
    this.#last = last;
  }

  /** It caught up: whether the last step was skipped is known now. */
  settle(isSkipped: boolean): void {
    this.#last = { ...this.#last, isSkipped };
  }

  /** The record of a step that `header` commits (H4). `examples`: of the training split, where it is known. */
  commit(
    finished: FinishedStep,
    header: Header,
    examples: number | undefined,
    nameOf: (member: MemberId) => string,
    epochMs: number,
  ): StepRecord {
    const record = commit(finished, header, epochMs);
    const estimate =
      examples === undefined || finished.state.own ? undefined : noiseOfStep(finished, header, examples);
    const watched = this.#watch.add(estimate, record, record.faulty.map(nameOf), finished.state);
    return { ...record, ...watched };
  }

  forget(): void {
    this.#last = emptyLast();
    this.validation = notEvaluated;
    this.#validationPart = wholeValidation;
    this.checkedStep = 0;
    this.#bucketTimes = undefined;
    this.#watch.forget();
  }
}

/** Weight of the newest measurement: a phone that gets hot is noticed after a few steps. */
const weight = 0.4;

/** How fast this replica computes gradients: loss terms per second, smoothed over steps. Shards follow it. Only the
 *  time between a gradient's begin and end counts, no pause or evaluation. Rows of padding count, because they take
 *  as long: a smaller part must not make its replica look slower. */
class LocalSpeed {
  #msPerTerm: number | undefined;

  measured(terms: number, ms: number): void {
    if (terms === 0 || !(ms > 0)) return;
    const now = ms / terms;
    this.#msPerTerm =
      this.#msPerTerm === undefined ? now : this.#msPerTerm + weight * (now - this.#msPerTerm);
  }

  /** 0: nothing measured yet. */
  get termsPerSecond(): number {
    return this.#msPerTerm === undefined ? 0 : 1000 / this.#msPerTerm;
  }
}
