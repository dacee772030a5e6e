// One ride: blocks of a frozen snapshot arrive in the background, decisions and sums are logged meanwhile; when all
// blocks are verified, the log is replayed with the exact update, each step against the digest that the holders showed
// for it, and the replica holds. It outlives views. Invariant: what it lands with was verified up to the last
// header; only the step after that, which the others have just finished too, is its own word.
import type { Clock } from '../../base/clock';
import type { MemberId } from '../../membership/view';
import { writeHead } from '../../optim/state/state-bytes';
import type { Frame } from '../../net/frame/frame';
import type { TensorRange } from '../../optim/state/tensor-ranges';
import type { TrainState } from '../../optim/state/train-state';
import { BlockFetch } from './block-fetch';
import type { FinishedStep } from '../commit/commits';
import { commit } from '../commit/commits';
import type { Offered, StateRequest } from './state-source';
import { CatchUpError, type Manifest } from './manifest';
import { versionedState, type VersionedState } from '../state/versioned-state';
import { afterStep } from '../schedule/plan-step';
import { CatchUpLog, type LogEntry, type ShownState } from './catch-up-log';
import type { RunState } from '../run/run-state';
import type { Missed } from './missed-step';
import { ShadowUpdate } from '../state/shadow-update';
import type { StepRecord } from '../metrics/step-record';
import { factsOf } from '../commit/attempted-step';
import { SumFetch } from './sum-fetch';
import { TensorSets } from '../state/tensor-sets';

export interface CatchUpOptions {
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
  /** A step of the time of the ride, replayed to the digest that its holders showed, and committed (H4). */
  readonly onStep: (record: StepRecord) => void;
  readonly clock: Clock;
}

export interface CatchUpResult {
  readonly held: VersionedState;
  readonly sets: TensorSets;
  /** Other riders may still fetch from it. */
  readonly snapshot: VersionedState | undefined;
  /** The step replayed last, where no header has committed it yet. */
  readonly finished: FinishedStep | undefined;
}

/** Not yet replayed at a header, a rider still lands before it says its record: the others compute meanwhile. */
const replayAtOnce = 2;
/** So many steps without the replay coming nearer, and the ring is asked to wait. */
const patienceSteps = 16;
const smallestLogBytes = 64 * 2 ** 20;

export class CatchUp {
  readonly log: CatchUpLog;
  readonly fetch: BlockFetch;
  readonly why: string;
  readonly digest: string;
  failed: Error | undefined;
  readonly #options: CatchUpOptions;
  readonly #sets: TensorSets;
  readonly #snapshot: VersionedState;
  /** (P): what this replica adds to every sum. */
  readonly zeros: Float32Array;
  /** Digest of the state to which a missed step was fetched: it is not fetched twice. */
  fetchedTo: string | undefined;
  #isShared = false;
  /** The snapshot, or a later state; undefined until all blocks are here. */
  #replayed: VersionedState | undefined;
  #replaying: Promise<void> | undefined;
  #isOver = false;
  /** Of the step it missed. */
  #sum: SumFetch | undefined;
  #leastPending = Infinity;
  #stepsSince = 0;
  /** Replayed, while others still lacked it: the last one. */
  #uncommitted: FinishedStep | undefined;

  constructor(options: CatchUpOptions) {
    const { manifest, tensors, why } = options;
    this.#options = options;
    this.why = why;
    this.digest = manifest.digest;
    this.zeros = new Float32Array(tensors.parameters.length);
    this.log = new CatchUpLog(manifest.state);
    this.fetch = new BlockFetch({ ...options, ...manifest, onProgress: options.onChange });
    const written = writeHead(tensors, manifest.head);
    if (!written.ok) throw new CatchUpError(written.error.message);
    this.#sets = new TensorSets(tensors);
    this.#snapshot = versionedState(manifest.state, tensors, manifest.hashes);
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
    const { receivedBytes = 0, totalBytes = 1 } = this.#sum ?? {};
    const done = blocks - missingBlocks + length - pending + receivedBytes / totalBytes;
    return done / Math.max(1, blocks + length);
  }

  /** All blocks are here, and the log is nearly replayed: the next header need not wait for more. Or it failed. */
  get isReady(): boolean {
    if (this.failed) return true;
    return this.#replayed !== undefined && !this.#sum && this.log.pending <= replayAtOnce;
  }

  /** J6. */
  get requestsPause(): boolean {
    const { bytes } = this.log;
    const budget = Math.max(smallestLogBytes, 12 * this.#snapshot.tensors.parameters.length);
    const cannotFollow = bytes > budget || this.#stepsSince >= patienceSteps;
    return this.#options.mustWait || this.#sum !== undefined || cannotFollow;
  }

  /** Of blocks, and of a sum that it missed. */
  get traffic(): {
    readonly receivedBytes: number;
    readonly totalBytes: number;
    readonly asked: readonly MemberId[];
  } {
    const { receivedBytes, totalBytes, asked } = this.fetch;
    return {
      receivedBytes: receivedBytes + (this.#sum?.receivedBytes ?? 0),
      totalBytes: totalBytes + (this.#sum?.totalBytes ?? 0),
      asked: this.#sum?.source ? [...asked, this.#sum.source] : asked,
    };
  }

  /** It is one decision behind `shown`, which the others hold: `sources` still have the sum of a missed step. False: it
   *  must begin again. */
  fetchMissed(missed: Missed, after: RunState, shown: ShownState, sources: readonly MemberId[]): boolean {
    if (this.failed || this.#sum || !this.log.isSettled) return false;
    this.fetchedTo = shown.digest;
    if (missed.kind === 'decision') {
      this.log.missed(after, undefined, shown);
      this.#replay();
      return true;
    }
    const { learningRate, exampleCount, attempted } = missed;
    const known = attempted && {
      decision: attempted.decision,
      facts: { ...factsOf(attempted), ...unmeasured },
    };
    this.log.missed(after, { learningRate, exampleCount, known }, shown);
    const { request, clock, onChange, onReady } = this.#options;
    const { length } = this.#snapshot.tensors.parameters;
    const { digest } = shown;
    this.#sum = new SumFetch({ digest, length, sources, request, clock, onProgress: onChange });
    this.#sum.done.then(
      (sum) => {
        this.log.fetched(sum);
        this.#sum = undefined;
        this.#replay();
        onReady();
      },
      (error: Error) => this.#fail(error),
    );
    return true;
  }

  takeState(from: MemberId, frame: Frame): void {
    this.fetch.receive(from, frame);
    this.#sum?.receive(from, frame);
  }

  takeAnswer(from: MemberId, message: StateRequest & { kind: 'refused' | 'have' }): void {
    if (message.kind === 'refused') this.#sum?.drop(from, 'refused');
    if (message.digest !== this.digest) return;
    if (message.kind === 'refused') this.fetch.refused(from);
    else this.fetch.offered(from, message.ranges);
  }

  linkClosed(peer: MemberId): void {
    this.fetch.drop(peer);
    this.#sum?.drop(peer, 'is gone');
  }

  /** The log has grown. */
  logged(): void {
    if (!this.#replayed) return;
    this.#stepsSince = this.log.pending < this.#leastPending ? 0 : this.#stepsSince + 1;
    this.#leastPending = Math.min(this.#leastPending, this.log.pending);
    this.#replay();
  }

  /** The header showed the holders where the log ends, and what is settled is replayed in the background. */
  settled(shown: ShownState): void {
    const outcome = this.#uncommitted;
    if (outcome && shown.isCommitted) {
      this.#uncommitted = undefined;
      if (outcome.digest === shown.digest) this.#tell(outcome, shown);
    }
    this.#replay();
  }

  /** What this replica holds from now on; undefined: not yet, or never. Ends the ride. */
  async promote(): Promise<CatchUpResult | undefined> {
    if (this.failed || !this.#replayed || this.log.pending > replayAtOnce) return undefined;
    this.#replay();
    await this.#replaying;
    const open = this.log.first;
    if (this.failed || this.#isOver || (open && open !== this.#open)) return undefined;
    let last = this.#uncommitted;
    if (open) {
      last = await this.#apply(open);
      if (this.failed) return undefined;
    }
    this.stop('promoted');
    const isKept = this.#isShared && this.#replayed !== this.#snapshot;
    return {
      held: this.#replayed,
      sets: this.#sets,
      snapshot: isKept ? this.#snapshot : undefined,
      finished: last,
    };
  }

  stop(why: string): void {
    this.#isOver = true;
    this.fetch.stop(why);
    this.#sum?.stop(why);
  }

  /** The only entry that no header has shown yet. */
  get #open(): LogEntry | undefined {
    const { first } = this.log;
    return first && !first.shown ? first : undefined;
  }

  #replay(): void {
    if (this.#replaying || !this.#replayed || !canReplay(this.log.first)) return;
    this.#replaying = this.#replayShown()
      .catch((error: Error) => this.#fail(error))
      .finally(() => {
        this.#replaying = undefined;
      });
  }

  async #replayShown(): Promise<void> {
    for (let entry = this.log.first; canReplay(entry) && !this.#isOver; entry = this.log.first) {
      const { shown } = entry;
      const outcome = await this.#apply(entry);
      if (this.#replayed?.digest !== shown.digest)
        throw new CatchUpError(`replaying step ${entry.after.step} came to another digest than the ring’s`);
      // A later header may have shown more than the one that was replayed by.
      if (outcome && entry.shown.isCommitted) this.#tell(outcome, entry.shown);
      else this.#uncommitted = outcome;
      await turn(this.#options.clock);
    }
    if (this.isReady) this.#options.onReady();
    this.#options.onChange();
  }

  #tell(outcome: FinishedStep, { view, records, epochMs }: ShownState): void {
    this.#options.onStep(commit(outcome, { view, round: 0, records }, epochMs));
  }

  /** The exact update of one entry, from what was replayed so far. */
  async #apply(entry: LogEntry): Promise<FinishedStep | undefined> {
    const { state, tensors, hashes } = { ...this.#replayed!, state: entry.after };
    const { sum } = entry.step ?? {};
    if (!entry.step || !sum) {
      this.#replayed = versionedState(state, tensors, hashes);
      this.log.replayed();
      return undefined;
    }
    const { learningRate, exampleCount, known } = entry.step;
    const { optimizer, clipNorm } = entry.before.config;
    const inUse = this.#isShared ? [tensors, this.#snapshot.tensors] : [tensors];
    const to = this.#sets.spare(inUse);
    const update = new ShadowUpdate({
      optimizer,
      clipNorm,
      learningRate,
      exampleCount,
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
    const after = known ? afterStep(entry.before, known.decision, isSkipped) : entry.after;
    this.#replayed = isSkipped ? versionedState(after, tensors, hashes) : versionedState(after, to, updated);
    this.log.replayed();
    const { digest } = this.#replayed;
    return known && { ...known.facts, state: after, digest, gradientNorm, isSkipped };
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.failed = error;
    this.stop(error.message);
    this.#options.onReady();
  }
}

/** Nobody measured what a sum that was fetched afterwards cost. */
const unmeasured = { allReduceMs: 0, bytesSent: 0, bytesReceived: 0 };

/** The holders have shown what it leads to, and its sum is here. */
function canReplay(entry: LogEntry | undefined): entry is LogEntry & { shown: ShownState } {
  return entry?.shown !== undefined && (!entry.step || entry.step.sum !== undefined);
}

/** A few milliseconds of update between two looks at messages; whole blocks. */
const sliceElements = 256 * 4096;

function turn(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.after(0, resolve));
}
