// One catch-up: blocks of a frozen snapshot arrive in the background, while the ring’s decisions and sums are logged.
// When all blocks are verified, the log is replayed (log-replay.ts), and the replica is promoted. A catch-up outlives
// views. Invariant: the promoted state was verified up to the last header. Only the step after it, which the others
// have just finished too, rests on this replica’s own computation.
import { logged, type Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import type { MemberId } from '../../membership/view';
import { writeHead } from '../../optim/state/state-bytes';
import type { Frame } from '../../net/frame/frame';
import type { ParameterSlot } from '../../model/engine';
import type { TrainState } from '../../optim/state/train-state';
import { BlockFetch } from './block-fetch';
import type { Offered, StateRequest } from './state-source';
import { CatchUpError, type Manifest } from './manifest';
import { versionedState, type VersionedState } from '../state/versioned-state';
import { CatchUpLog, type ShownState } from './catch-up-log';
import { LogReplay, type ReplayedState } from './log-replay';
import type { RunState } from '../run/run-state';
import type { Missed } from './missed-step';
import type { StepRecord } from '../metrics/step-record';
import { factsOf } from '../commit/attempted-step';
import { SumFetch } from './sum-fetch';

/** The snapshot to begin from. */
export interface CatchUpOrigin {
  readonly manifest: Manifest;
  /** Tensors of the shape that the run needs. Blocks that equal the snapshot’s are not fetched; the others are
   *  overwritten. */
  readonly tensors: TrainState;
  readonly slots: readonly ParameterSlot[];
  readonly why: Saying;
  /** It must not be left behind: the ring waits from the beginning. */
  readonly mustWait: boolean;
}

interface CatchUpEvents {
  readonly change: () => void;
  /** All is fetched, and what could be is replayed; or the catch-up failed. */
  readonly ready: () => void;
  readonly leftOut: (source: MemberId, why: Saying) => void;
  /** A step of the ring since the snapshot, replayed to the digest that its holders showed, and committed (H4). */
  readonly step: (record: StepRecord) => void;
}

export interface CatchUpDeps {
  readonly request: (to: MemberId, message: StateRequest) => void;
  readonly clock: Clock;
  readonly events: CatchUpEvents;
}

export type CatchUpResult = ReplayedState;

/** So few entries are replayed at a header, before the record goes out: the others compute meanwhile. */
const replayAtOnce = 2;
/** So many steps without the replay coming nearer, and the ring is asked to wait. */
const patienceSteps = 16;
const smallestLogBytes = 64 * 2 ** 20;

export class CatchUp {
  readonly log: CatchUpLog;
  readonly fetch: BlockFetch;
  readonly why: Saying;
  readonly digest: string;
  #failed: Error | undefined;
  readonly #mustWait: boolean;
  readonly #snapshot: VersionedState;
  readonly #replay: LogReplay;
  /** (P): what this replica adds to every sum. */
  readonly zeros: Float32Array;
  /** Digest of the state to which a missed step was fetched: it is not fetched twice. */
  #fetchedTo: string | undefined;
  #isOver = false;
  /** The sum of the step that it missed. */
  #sum: SumFetch | undefined;
  #leastPending = Infinity;
  #stepsSince = 0;

  constructor(
    { manifest, tensors, slots, why, mustWait }: CatchUpOrigin,
    private readonly deps: CatchUpDeps,
  ) {
    const { request, clock, events } = deps;
    this.#mustWait = mustWait;
    this.why = why;
    this.digest = manifest.digest;
    this.zeros = new Float32Array(tensors.parameters.length);
    this.log = new CatchUpLog(manifest.state);
    const { change: onProgress, leftOut: onLeftOut } = events;
    this.fetch = new BlockFetch({ ...manifest, tensors, request, clock, onLeftOut, onProgress });
    const written = writeHead(tensors, manifest.head);
    if (!written.ok) throw new CatchUpError(logged(written.error.says));
    this.#snapshot = versionedState(manifest.state, tensors, manifest.hashes);
    this.#replay = new LogReplay(this.log, this.#snapshot, slots, {
      clock,
      onStep: events.step,
      onDone: () => {
        if (this.isReady) events.ready();
        events.change();
      },
      onFailed: (error) => this.#fail(error),
    });
    this.fetch.done.then(
      () => {
        this.#replay.begin();
        events.ready();
      },
      (error: Error) => this.#fail(error),
    );
  }

  /** What this replica can pass on to others that catch up; undefined once it was replayed over. */
  get offered(): Offered | undefined {
    if (!this.#replay.hasSnapshot) return undefined;
    return { ...this.#snapshot, has: (block) => this.fetch.has(block) };
  }

  /** Others catch up from the same snapshot: it is kept when the replay begins. */
  share(): void {
    this.#replay.keepSnapshot();
  }

  /** Why it cannot go on; undefined: it can. */
  get failed(): Error | undefined {
    return this.#failed;
  }

  /** Digest of the state to which it fetched a missed step: it does so once. */
  get fetchedTo(): string | undefined {
    return this.#fetchedTo;
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
    if (this.#failed) return true;
    return this.#replay.hasBegun && !this.#sum && this.log.pending <= replayAtOnce;
  }

  /** The ring is to wait (J6, J6a). */
  get requestsPause(): boolean {
    const { bytes } = this.log;
    const budget = Math.max(smallestLogBytes, 12 * this.#snapshot.tensors.parameters.length);
    const cannotFollow = bytes > budget || this.#stepsSince >= patienceSteps;
    return this.#mustWait || this.#sum !== undefined || cannotFollow;
  }

  /** The traffic of blocks, and of a sum that it missed. */
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
    if (this.#failed || this.#sum || !this.log.isSettled) return false;
    this.#fetchedTo = shown.digest;
    if (missed.kind === 'decision') {
      this.log.missed(after, undefined, shown);
      this.#replay.advance();
      return true;
    }
    const { learningRate, exampleCount, attempted } = missed;
    const known = attempted && {
      decision: attempted.decision,
      facts: { ...factsOf(attempted), ...unmeasured },
    };
    this.log.missed(after, { learningRate, exampleCount, known }, shown);
    const { request, clock, events } = this.deps;
    const { length } = this.#snapshot.tensors.parameters;
    const { digest } = shown;
    this.#sum = new SumFetch({ digest, length, sources, request, clock, onProgress: events.change });
    this.#sum.done.then(
      (sum) => {
        this.log.fetched(sum);
        this.#sum = undefined;
        this.#replay.advance();
        events.ready();
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
    if (!this.#replay.hasBegun) return;
    this.#stepsSince = this.log.pending < this.#leastPending ? 0 : this.#stepsSince + 1;
    this.#leastPending = Math.min(this.#leastPending, this.log.pending);
    this.#replay.advance();
  }

  /** The header showed the holders where the log ends, and what is settled is replayed in the background. */
  settled(shown: ShownState): void {
    this.#replay.settled(shown);
  }

  /** What this replica holds from now on; undefined: not yet, or never. Ends the catch-up. */
  async promote(): Promise<CatchUpResult | undefined> {
    if (this.#failed || !this.#replay.hasBegun || this.log.pending > replayAtOnce) return undefined;
    const end = await this.#replay.finish();
    if (!end || this.#failed) return undefined;
    this.stop('promoted');
    return end;
  }

  stop(why: string): void {
    this.#isOver = true;
    this.#replay.stop();
    this.fetch.stop(why);
    this.#sum?.stop(why);
  }

  #fail(error: Error): void {
    if (this.#isOver) return;
    this.#failed = error;
    this.stop(error.message);
    this.deps.events.ready();
  }
}

/** A sum that is fetched afterwards was not measured. */
const unmeasured = { allReduceMs: 0, headerMs: 0, bytesSent: 0, bytesReceived: 0 };
