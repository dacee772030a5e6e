// The replay of a log from its snapshot: each entry with the exact update, in slices between which messages are handled.
// Each replayed state is compared with the digest that its holders showed (J3). It ends with the one entry that no
// header has shown yet.
import type { Clock } from '../../base/clock';
import type { ParameterSlot } from '../../model/engine';
import { tensorRanges } from '../../optim/state/tensor-ranges';
import { commit, type FinishedStep } from '../commit/commits';
import type { StepRecord } from '../metrics/step-record';
import { exactUpdateOf } from '../run/exact-update';
import { fragmentOf } from '../run/fragments';
import { afterStep } from '../decide/plan-step';
import { rightFactorsOf } from '../state/right-factors';
import { ShadowUpdate } from '../state/shadow-update';
import { TensorSets } from '../state/tensor-sets';
import { decidedState, versionedState, type VersionedState } from '../state/versioned-state';
import type { CatchUpLog, LogEntry, ShownState } from './catch-up-log';
import { CatchUpError } from './manifest';

export interface ReplayDeps {
  readonly clock: Clock;
  /** A replayed step that a header has committed (H4). */
  readonly onStep: (record: StepRecord) => void;
  /** Every entry that can be replayed is. */
  readonly onDone: () => void;
  readonly onFailed: (error: Error) => void;
}

export interface ReplayedState {
  readonly held: VersionedState;
  readonly sets: TensorSets;
  /** Others that catch up may still fetch from it. */
  readonly snapshot: VersionedState | undefined;
  /** The step replayed last, where no header has committed it yet. */
  readonly finished: FinishedStep | undefined;
}

export class LogReplay {
  #sets: TensorSets;
  /** The snapshot, or a later state; undefined until all blocks are here. */
  #replayed: VersionedState | undefined;
  #replaying: Promise<void> | undefined;
  /** The step replayed last, while others still lacked it. */
  #uncommitted: FinishedStep | undefined;
  #isKept = false;
  #isOver = false;

  constructor(
    private readonly log: CatchUpLog,
    private readonly snapshot: VersionedState,
    private readonly slots: readonly ParameterSlot[],
    private readonly deps: ReplayDeps,
  ) {
    this.#sets = new TensorSets(snapshot.tensors);
  }

  /** All blocks of the snapshot are here. */
  begin(): void {
    this.#replayed = this.snapshot;
    this.advance();
  }

  get hasBegun(): boolean {
    return this.#replayed !== undefined;
  }

  /** False: its tensors hold a later state. */
  get hasSnapshot(): boolean {
    return !this.#replayed || this.#replayed === this.snapshot || this.#isKept;
  }

  /** No effect once the replay has begun. */
  keepSnapshot(): void {
    this.#isKept ||= !this.#replayed;
  }

  /** Replays in the background what can be. */
  advance(): void {
    if (this.#replaying || !this.#replayed || !canReplay(this.log.first)) return;
    this.#replaying = this.#replayShown()
      .catch((error: Error) => this.deps.onFailed(error))
      .finally(() => {
        this.#replaying = undefined;
      });
  }

  /** The header showed the holders where the log ends. */
  settled(shown: ShownState): void {
    const step = this.#uncommitted;
    if (step && shown.isCommitted) {
      this.#uncommitted = undefined;
      if (step.digest === shown.digest) this.#commit(step, shown);
    }
    this.advance();
  }

  /** Replays to the end, with the entry that no header has shown yet (J3a). Undefined: it cannot, or was stopped. */
  async finish(): Promise<ReplayedState | undefined> {
    this.advance();
    await this.#replaying;
    const open = this.log.first;
    if (this.#isOver || this.log.pending > 1 || open?.shown) return undefined;
    const finished = open ? await this.#apply(open) : this.#uncommitted;
    const isKept = this.#isKept && this.#replayed !== this.snapshot;
    return {
      held: this.#replayed!,
      sets: this.#sets,
      snapshot: isKept ? this.snapshot : undefined,
      finished,
    };
  }

  stop(): void {
    this.#isOver = true;
  }

  async #replayShown(): Promise<void> {
    for (let entry = this.log.first; canReplay(entry) && !this.#isOver; entry = this.log.first) {
      const { shown } = entry;
      const step = await this.#apply(entry);
      if (this.#replayed?.digest !== shown.digest)
        throw new CatchUpError(`replaying step ${entry.after.step} came to another digest than the ring’s`);
      // A later header may have shown more than the one it was compared with.
      if (step && entry.shown.isCommitted) this.#commit(step, entry.shown);
      else this.#uncommitted = step;
      await turn(this.deps.clock);
    }
    this.deps.onDone();
  }

  #commit(step: FinishedStep, { view, records, epochMs }: ShownState): void {
    this.deps.onStep(commit(step, { view, round: 0, records }, epochMs));
  }

  /** The exact update of one entry, from what was replayed so far. */
  async #apply(entry: LogEntry): Promise<FinishedStep | undefined> {
    const { tensors, hashes } = this.#replayed!;
    const { sum } = entry.step ?? {};
    if (!entry.step || !sum) {
      this.#replayed = decidedState(this.#replayed!, entry.after);
      if (this.#replayed.tensors !== tensors) this.#sets = new TensorSets(this.#replayed.tensors);
      this.log.replayed();
      return undefined;
    }
    const { learningRate, exampleCount, known } = entry.step;
    const { optimizer, clipNorm } = exactUpdateOf(entry.before);
    const inUse = this.#isKept ? [tensors, this.snapshot.tensors] : [tensors];
    const to = this.#sets.spare(inUse);
    const update = new ShadowUpdate({
      optimizer,
      clipNorm,
      learningRate,
      exampleCount,
      tensors: tensorRanges(this.slots),
      rightFactors: rightFactorsOf(entry.before, this.slots),
      fragment: fragmentOf(entry.before, this.slots),
      from: tensors,
      to,
      sum,
    });
    for (let start = 0; start < sum.length; start += sliceElements) {
      update.reduced(start, Math.min(sum.length, start + sliceElements));
      if (start + sliceElements < sum.length) await turn(this.deps.clock);
    }
    const { gradientNorm, isSkipped, hashes: updated } = update.finish();
    const after = known ? afterStep(entry.before, known.decision, isSkipped) : entry.after;
    this.#replayed = isSkipped ? versionedState(after, tensors, hashes) : versionedState(after, to, updated);
    this.log.replayed();
    const { digest } = this.#replayed;
    return known && { ...known.facts, state: after, digest, gradientNorm, isSkipped };
  }
}

/** The holders have shown what it leads to, and its sum is here. */
function canReplay(entry: LogEntry | undefined): entry is LogEntry & { shown: ShownState } {
  return entry?.shown !== undefined && (!entry.step || entry.step.sum !== undefined);
}

/** A few milliseconds of update between two looks at messages; whole blocks. */
const sliceElements = 256 * 4096;

function turn(clock: Clock): Promise<void> {
  return new Promise((resolve) => void clock.after(0, resolve));
}
