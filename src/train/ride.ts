// One ride: blocks of a frozen snapshot arrive in the background, decisions and sums are logged meanwhile; when all
// blocks are verified, the log is replayed with the exact update, each step against the digest that the holders showed
// for it, and the replica holds. It outlives views. Invariant: what it lands with was verified up to the last
// header; only the step after that, which the others have just finished too, is its own word.
import type { Clock } from '../base/clock';
import type { MemberId } from '../membership/view';
import { writeHead } from '../optim/state-bytes';
import type { TensorRange } from '../optim/tensor-ranges';
import type { TrainState } from '../optim/train-state';
import { BlockFetch } from './block-fetch';
import type { FinishedStep } from './commits';
import { commit } from './commits';
import type { Offered, StateRequest } from './heal-donor';
import { HealError, type Manifest } from './heal-manifest';
import { hold, type Holding } from './holding';
import { afterStep } from './plan-step';
import { RideLog, type LogEntry } from './ride-log';
import { ShadowUpdate } from './shadow-update';
import type { StepRecord } from './step-record';
import { TensorSets } from './tensor-sets';

export interface RideOptions {
  readonly manifest: Manifest;
  /** Of the shape the run needs, holding whatever this replica had. */
  readonly tensors: TrainState;
  readonly tensorRanges: readonly TensorRange[];
  readonly why: string;
  /** It must not be left behind: the ring waits from the beginning. */
  readonly mustWait: boolean;
  readonly request: (to: MemberId, message: StateRequest) => void;
  readonly onChange: () => void;
  /** All is fetched, and what could be is replayed; or the ride failed. */
  readonly onReady: () => void;
  readonly onLeftOut: (source: MemberId, why: string) => void;
  /** A step of the time of the ride, replayed to the digest that its holders showed. */
  readonly onStep: (record: StepRecord) => void;
  readonly clock: Clock;
}

export interface Landing {
  readonly holding: Holding;
  readonly sets: TensorSets;
  /** Other riders may still fetch from it. */
  readonly snapshot: Holding | undefined;
  /** The step replayed last, where no header has shown it yet. */
  readonly finished: { readonly step: FinishedStep; readonly isSkipped: boolean } | undefined;
}

/** Not yet replayed at a header, a rider still lands before it says its record: the others compute meanwhile. */
const replayAtOnce = 2;
/** So many steps without the replay coming nearer, and the ring is asked to wait. */
const patienceSteps = 16;
const smallestLogBytes = 64 * 2 ** 20;

export class Ride {
  readonly log: RideLog;
  readonly fetch: BlockFetch;
  readonly why: string;
  readonly digest: string;
  failed: Error | undefined;
  readonly #options: RideOptions;
  readonly #sets: TensorSets;
  readonly #snapshot: Holding;
  #isShared = false;
  /** The snapshot, or a later state; undefined until all blocks are here. */
  #replayed: Holding | undefined;
  #replaying: Promise<void> | undefined;
  #isOver = false;
  #leastPending = Infinity;
  #stepsSince = 0;

  constructor(options: RideOptions) {
    const { manifest, tensors, why } = options;
    this.#options = options;
    this.why = why;
    this.digest = manifest.digest;
    this.log = new RideLog(manifest.state);
    this.fetch = new BlockFetch({ ...options, ...manifest, onProgress: options.onChange });
    const written = writeHead(tensors, manifest.head);
    if (!written.ok) throw new HealError(written.error.message);
    this.#sets = new TensorSets(tensors);
    this.#snapshot = hold(manifest.state, tensors, manifest.hashes);
    this.fetch.done.then(
      () => {
        this.#replayed = this.#snapshot;
        this.#replay();
        options.onReady();
      },
      (error: Error) => this.#fail(error),
    );
  }

  /** What this replica can pass on to other riders; undefined once it was replayed over. */
  get offered(): Offered | undefined {
    const isIntact = !this.#replayed || this.#replayed === this.#snapshot || this.#isShared;
    return isIntact ? { ...this.#snapshot, has: (block) => this.fetch.has(block) } : undefined;
  }

  /** Others ride from the same snapshot: it is kept when the replay begins. */
  share(): void {
    this.#isShared ||= !this.#replayed;
  }

  /** 0 … 1, over blocks and logged steps. */
  get progress(): number {
    const { blocks, missingBlocks } = this.fetch;
    const { length, pending } = this.log;
    return (blocks - missingBlocks + length - pending) / Math.max(1, blocks + length);
  }

  /** All blocks are here, and the log is nearly replayed: the next header need not wait for more. Or it failed. */
  get isReady(): boolean {
    return this.failed !== undefined || (this.#replayed !== undefined && this.log.pending <= replayAtOnce);
  }

  get asksToWait(): boolean {
    const { bytes } = this.log;
    const budget = Math.max(smallestLogBytes, 12 * this.#snapshot.tensors.parameters.length);
    return this.#options.mustWait || bytes > budget || this.#stepsSince >= patienceSteps;
  }

  /** The log has grown. */
  logged(): void {
    if (!this.#replayed) return;
    this.#stepsSince = this.log.pending < this.#leastPending ? 0 : this.#stepsSince + 1;
    this.#leastPending = Math.min(this.#leastPending, this.log.pending);
    this.#replay();
  }

  /** Settled entries are replayed in the background. */
  settled(): void {
    this.#replay();
  }

  /** What this replica holds from now on; undefined: not yet, or never. Ends the ride. */
  async land(): Promise<Landing | undefined> {
    if (this.failed || !this.#replayed || this.log.pending > replayAtOnce) return undefined;
    this.#replay();
    await this.#replaying;
    const open = this.log.first;
    if (this.failed || this.#isOver || (open && open !== this.#open)) return undefined;
    let finished: Landing['finished'];
    if (open) {
      const { outcome, isSkipped } = await this.#apply(open);
      if (this.failed) return undefined;
      if (outcome) finished = { step: outcome, isSkipped };
    }
    this.stop('landed');
    const isKept = this.#isShared && this.#replayed !== this.#snapshot;
    return {
      holding: this.#replayed,
      sets: this.#sets,
      snapshot: isKept ? this.#snapshot : undefined,
      finished,
    };
  }

  stop(why: string): void {
    this.#isOver = true;
    this.fetch.stop(why);
  }

  /** The only entry that no header has shown yet. */
  get #open(): LogEntry | undefined {
    const { first } = this.log;
    return first && !first.shown ? first : undefined;
  }

  #replay(): void {
    if (this.#replaying || !this.#replayed || !this.log.first?.shown) return;
    this.#replaying = this.#replayShown()
      .catch((error: Error) => this.#fail(error))
      .finally(() => {
        this.#replaying = undefined;
      });
  }

  async #replayShown(): Promise<void> {
    for (let entry = this.log.first; entry?.shown && !this.#isOver; entry = this.log.first) {
      const { shown } = entry;
      const { outcome } = await this.#apply(entry);
      if (this.#replayed?.digest !== shown.digest)
        throw new HealError(`replaying step ${entry.after.step} came to another digest than the ring’s`);
      if (outcome) this.#options.onStep(commit(outcome, shown.view, shown.records, shown.epochMs));
      await turn(this.#options.clock);
    }
    if (this.isReady) this.#options.onReady();
    this.#options.onChange();
  }

  /** The exact update of one entry, from what was replayed so far. */
  async #apply(entry: LogEntry): Promise<{ outcome: FinishedStep | undefined; isSkipped: boolean }> {
    const { state, tensors, hashes } = { ...this.#replayed!, state: entry.after };
    if (!entry.step) {
      this.#replayed = hold(state, tensors, hashes);
      this.log.replayed();
      return { outcome: undefined, isSkipped: false };
    }
    const { verdict, sum, facts } = entry.step;
    const { optimizer, clipNorm } = entry.before.config;
    const inUse = this.#isShared ? [tensors, this.#snapshot.tensors] : [tensors];
    const to = this.#sets.spare(inUse);
    const update = new ShadowUpdate({
      optimizer,
      clipNorm,
      learningRate: verdict.plan.learningRate,
      exampleCount: verdict.totalCount,
      tensors: this.#options.tensorRanges,
      from: tensors,
      to,
      sum,
    });
    for (let start = 0; start < sum.length; start += sliceElements) {
      update.reduced(start, Math.min(sum.length, start + sliceElements));
      if (start + sliceElements < sum.length) await turn(this.#options.clock);
    }
    const { gradientNorm, isSkipped, hashes: updated } = update.finish();
    const after = afterStep(entry.before, verdict, isSkipped);
    this.#replayed = isSkipped ? hold(after, tensors, hashes) : hold(after, to, updated);
    this.log.replayed();
    const { digest } = this.#replayed;
    return { outcome: { ...facts, state: after, digest, gradientNorm, isSkipped }, isSkipped };
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.failed = error;
    this.stop(error.message);
    this.#options.onReady();
  }
}

/** A few milliseconds of update between two looks at messages; whole blocks. */
const sliceElements = 256 * 4096;

function turn(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.after(0, resolve));
}
