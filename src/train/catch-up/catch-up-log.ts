// What a member logs while it catches up: every decision of the ring since the snapshot, and the reduced sum of every
// step. From them it replays the exact update (PROTOCOL.md J3). Only the next header of the others shows whether they
// skipped a step. Until then the last step is open. It is dropped if no member finished it.
import type { View } from '../../membership/view';
import type { FinishedStep } from '../commit/commits';
import type { AgreedState } from '../decide/compare-states';
import type { Decision } from '../decide/decision';
import type { HeaderRecord } from '../header/header-record';
import { afterStep } from '../decide/plan-step';
import type { RunState } from '../run/run-state';

/** What a step's record says, without what only the update computes. */
export type LoggedFacts = Omit<FinishedStep, 'state' | 'digest' | 'gradientNorm' | 'isSkipped'>;

/** The header that showed the holders at this version. */
export interface ShownState {
  readonly digest: string;
  readonly view: View;
  readonly records: readonly HeaderRecord[];
  readonly epochMs: number;
  /** No member lacked it then (H4). */
  readonly isCommitted: boolean;
}

export interface LoggedStep {
  readonly learningRate: number;
  /** Σ n_j */
  readonly exampleCount: number;
  /** Undefined while it is fetched: this replica missed it. */
  readonly sum: Float32Array | undefined;
  /** Set where this replica took part. Otherwise `after` is what the holders sent, and no record goes out. */
  readonly known: { readonly decision: Decision & { kind: 'step' }; readonly facts: LoggedFacts } | undefined;
}

export type LogEntry = {
  readonly before: RunState;
  /** The state after an open step, as if it was not skipped. */
  after: RunState;
  step: LoggedStep | undefined;
  shown: ShownState | undefined;
};

/** The approximate size of one member’s record in a kept header. */
const recordFootprintBytes = 1024;

export class CatchUpLog {
  readonly #entries: LogEntry[] = [];
  #bytes = 0;
  /** Entries since the snapshot, replayed or not. */
  length = 0;

  /** `state` is the snapshot's. */
  constructor(public state: RunState) {}

  /** Held in memory and not yet replayed. */
  get bytes(): number {
    return this.#bytes;
  }

  get pending(): number {
    return this.#entries.length;
  }

  decided(next: RunState): void {
    this.#push({ before: this.state, after: next, step: undefined, shown: undefined });
  }

  stepped(decision: Decision & { kind: 'step' }, sum: Float32Array, facts: LoggedFacts): void {
    const after = afterStep(this.state, decision, false);
    const { plan, totalCount } = decision;
    const step = {
      learningRate: plan.learningRate,
      exampleCount: totalCount,
      sum,
      known: { decision, facts },
    };
    this.#push({ before: this.state, after, step, shown: undefined });
  }

  /** A decision that this replica missed and the holders have shown (J1b); a step's sum is still to be fetched. */
  missed(after: RunState, step: Omit<LoggedStep, 'sum'> | undefined, shown: ShownState): void {
    const open = step && { ...step, sum: undefined };
    this.#push({ before: this.state, after, step: open, shown });
  }

  /** The missed step's sum is here. */
  fetched(sum: Float32Array): void {
    const entry = this.#entries.find(({ step }) => step && !step.sum);
    if (!entry?.step) return;
    entry.step = { ...entry.step, sum };
    this.#bytes += sum.byteLength;
  }

  /** Nothing is open: the last entry was shown. */
  get isSettled(): boolean {
    return this.#entries.every(({ shown }) => shown !== undefined);
  }

  /** The header shows the holders at this version. False: no record shows whether the open step was skipped, or the
   *  holders are at another version. */
  settle(agreed: AgreedState, shown: ShownState): boolean {
    if (agreed.version !== this.state.version) return false;
    const last = this.#entries.at(-1);
    if (last?.shown && shown.isCommitted && !last.shown.isCommitted) last.shown = shown;
    if (!last || last.shown) return true;
    if (last.step?.known) {
      const { decision } = last.step.known;
      const witnesses = agreed.sources
        .map((rank) => shown.records[rank].last)
        .filter(({ step }) => step === last.after.step);
      if (witnesses.length === 0) return false;
      // One of three or more holders may lie (H23).
      const skipped = witnesses.filter(({ isSkipped }) => isSkipped).length;
      last.after = afterStep(last.before, decision, 2 * skipped > witnesses.length);
      this.state = last.after;
    }
    last.shown = shown;
    return true;
  }

  /** No current member finished the last entry, so it did not happen (J4a). False: a header showed it, or it was
   *  replayed. */
  dropLast(): boolean {
    const last = this.#entries.at(-1);
    if (!last || last.shown) return false;
    this.#entries.pop();
    this.#bytes -= footprint(last);
    this.length--;
    this.state = last.before;
    return true;
  }

  /** The oldest not yet replayed. */
  get first(): LogEntry | undefined {
    return this.#entries[0];
  }

  replayed(): void {
    const first = this.#entries.shift();
    if (first) this.#bytes -= footprint(first);
  }

  #push(entry: LogEntry): void {
    this.#entries.push(entry);
    this.#bytes += footprint(entry);
    this.length++;
    this.state = entry.after;
  }
}

function footprint({ step }: LogEntry): number {
  const headerBytes = (step?.known?.facts.worldSize ?? 0) * recordFootprintBytes;
  return (step?.sum?.byteLength ?? 0) + headerBytes;
}
