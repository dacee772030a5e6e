// What a rider logs while it fetches: every decision of the ring since the snapshot, and the reduced sum of every
// step, so that it can replay the exact update (03-exact-step.md, "Joining and healing"). Whether the others skipped
// a step, only their next header tells: until then the last step is open, and may still have to be dropped, when
// nobody finished it.
import type { View } from '../membership/view';
import type { FinishedStep } from './commits';
import type { AgreedHolding } from './compare-holdings';
import type { Verdict } from './decide';
import type { HeaderRecord } from './header-record';
import { afterStep } from './plan-step';
import type { RunState } from './run-state';

/** What a step's record says, beside what only the update tells. */
export type LoggedFacts = Omit<FinishedStep, 'state' | 'digest' | 'gradientNorm' | 'isSkipped'>;

/** The header that showed the holders at this version. */
export interface ShownHolding {
  readonly digest: string;
  readonly view: View;
  readonly records: readonly HeaderRecord[];
  readonly epochMs: number;
}

export type LogEntry = {
  readonly before: RunState;
  /** Of an open step: as if it was not skipped. */
  after: RunState;
  /** Of a step: what was reduced. */
  readonly step:
    | {
        readonly verdict: Verdict & { kind: 'step' };
        readonly sum: Float32Array;
        readonly facts: LoggedFacts;
      }
    | undefined;
  shown: ShownHolding | undefined;
};

/** A record of one member in a kept header, roughly. */
const recordFootprintBytes = 1024;

export class RideLog {
  readonly #entries: LogEntry[] = [];
  #bytes = 0;
  /** Since the snapshot: a caught-up rider has replayed as many. */
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

  stepped(verdict: Verdict & { kind: 'step' }, sum: Float32Array, facts: LoggedFacts): void {
    const after = afterStep(this.state, verdict, false);
    this.#push({ before: this.state, after, step: { verdict, sum, facts }, shown: undefined });
  }

  /** The header shows the holders at this version. False: nobody tells whether the open step was skipped, or the
   *  holders are elsewhere. */
  settle(view: View, records: readonly HeaderRecord[], agreed: AgreedHolding, epochMs: number): boolean {
    if (agreed.version !== this.state.version) return false;
    const last = this.#entries.at(-1);
    if (!last || last.shown) return true;
    if (last.step) {
      const { verdict } = last.step;
      const teller = agreed.sources.find((rank) => records[rank].last.step === last.after.step);
      if (teller === undefined) return false;
      last.after = afterStep(last.before, verdict, records[teller].last.isSkipped);
      this.state = last.after;
    }
    last.shown = { digest: agreed.digest, view, records, epochMs };
    return true;
  }

  /** Nobody who holds a state finished the last entry: it did not happen. False: it was seen to happen, or replayed. */
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
  return step ? step.sum.byteLength + step.facts.worldSize * recordFootprintBytes : 0;
}
