// Records this replica's sums while somebody looks at them, here or at another member: each question keeps it awake for some
// seconds. Besides the last sums it keeps an attempt that came to nothing, and the one that made its step whole.
import type { Clock } from '../../../base/clock';
import { MoveLog } from '../../../collectives/move-log';
import { isOf, shownBuckets, type SumKey, type SumRecord } from './sum-record';

/** Longer than between two questions of one who looks. */
const wantedMs = 5_000;
const keptSums = 32;
/** A ring that does not step any more has finished its last sum everywhere. */
const idleMs = 1_000;
/** That a member was lost is news for so long. */
const newsMs = 8_000;

type Begun = Pick<SumRecord, 'run' | 'step' | 'generation' | 'view' | 'path' | 'contributors'>;

export interface RecordedAttempt {
  readonly movesOf: (bucket: number) => MoveLog | undefined;
  readonly end: (isWhole: boolean) => void;
}

export class SumRecorder {
  #wantedUntilMs = -Infinity;
  #last: readonly SumRecord[] = [];
  #failed: SumRecord | undefined;
  #again: SumRecord | undefined;

  constructor(readonly clock: Clock) {}

  want(): void {
    this.#wantedUntilMs = this.clock.now() + wantedMs;
  }

  /** undefined: nobody looks, or nothing travels. */
  begin(begun: Begun): RecordedAttempt | undefined {
    if (this.clock.now() > this.#wantedUntilMs || begun.view.members.length < 2) return undefined;
    const logs: MoveLog[] = [];
    let buckets = 0;
    return {
      movesOf: (bucket) => {
        buckets = Math.max(buckets, bucket + 1);
        if (bucket >= shownBuckets) return undefined;
        return (logs[bucket] ??= new MoveLog(this.clock));
      },
      end: (isWhole) => this.#add({ ...begun, logs, buckets, end: { atMs: this.clock.now(), isWhole } }),
    };
  }

  of(key: SumKey): SumRecord | undefined {
    return [this.#failed, this.#again, ...this.#last].find((one) => one && isOf(one, key));
  }

  /** The last sum that every member has finished: members begin to sum a step when all have finished the one before. */
  get finished(): SumRecord | undefined {
    const whole = this.#last.filter(({ end }) => end?.isWhole);
    const last = whole.at(-1);
    const isIdle = last?.end !== undefined && this.clock.now() - last.end.atMs > idleMs;
    return isIdle ? last : whole.at(-2);
  }

  /** The last attempt that failed because members were lost, with the one that made its step whole; a while ago no more. */
  get begunAgain(): { readonly failed: SumRecord; readonly again: SumRecord } | undefined {
    const [failed, again] = [this.#failed, this.#again];
    if (!failed || !again?.end || this.clock.now() - again.end.atMs > newsMs) return undefined;
    const isLoss = failed.view.members.some((member) => !again.view.members.includes(member));
    return isLoss ? { failed, again } : undefined;
  }

  #add(record: SumRecord): void {
    const { run, step, end } = record;
    if (!end?.isWhole) {
      // The first of several attempts at a step shows what the loss did.
      if (this.#again || this.#failed?.run !== run || this.#failed.step !== step) {
        this.#failed = record;
        this.#again = undefined;
      }
      return;
    }
    if (this.#failed?.run === run && this.#failed.step === step) this.#again = record;
    this.#last = [...this.#last, record].slice(-keptSums);
  }
}
