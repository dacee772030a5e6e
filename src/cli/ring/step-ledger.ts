// Compares what every tab reports about every step. The invariant: within a run, one step has one digest, in each tab's
// own record and in the map of digests that each record carries. Pure bookkeeping. A step is whole when no
// participating tab can still report it. Whole steps come out in order.
import type { StepRecord } from '../../replica/protocol';

export interface Disagreement {
  readonly step: number;
  /** digest → its sources: '2 (own)', '2 about 8c1d…'. */
  readonly sources: ReadonlyMap<string, readonly string[]>;
}

export interface WholeStep {
  readonly step: number;
  /** The records by tab, in the order of their reports; never empty. */
  readonly records: ReadonlyMap<number, StepRecord>;
}

interface Entry {
  readonly records: Map<number, StepRecord>;
  readonly sources: Map<string, string[]>;
}

interface TabState {
  readonly peer: string;
  lastStep: number;
}

/** Whole steps whose digest is kept for late reports. */
const settledKept = 10_000;

export class StepLedger {
  readonly #tabs = new Map<number, TabState>();
  readonly #steps = new Map<number, Entry>();
  /** step → digest of the newest whole steps, to compare late reports with. */
  readonly #settled = new Map<number, string>();
  #nextWhole = 1;
  /** How often a digest was compared with another digest of the same step. */
  comparisons = 0;
  /** Steps that no tab reported and every tab went past: 0, or the committed history has gaps (S1). */
  gaps = 0;

  /** The run continues from a file: no step up to this one is reported. */
  startAfter(step: number): void {
    this.#nextWhole = step + 1;
  }

  /** Steps from now on wait for the reports of this tab. `peer` is its id in `digests`. */
  join(tab: number, peer: string): void {
    if (!this.#tabs.has(tab)) this.#tabs.set(tab, { peer, lastStep: 0 });
  }

  /** The tab has ended: no step waits for it. Its earlier reports still count. */
  leave(tab: number): void {
    this.#tabs.delete(tab);
  }

  /** The newest step the tab has reported, 0 before the first. */
  lastStepOf(tab: number): number {
    return this.#tabs.get(tab)?.lastStep ?? 0;
  }

  get lastStep(): number {
    return Math.max(0, ...[...this.#tabs.values()].map((tab) => tab.lastStep));
  }

  /** Adds a tab's committed steps, oldest first. Returns the first disagreement, if any. */
  report(tab: number, records: readonly StepRecord[]): Disagreement | undefined {
    const state = this.#tabs.get(tab);
    let first: Disagreement | undefined;
    for (const record of records) {
      if (state) state.lastStep = Math.max(state.lastStep, record.step);
      const entry = this.#entry(record.step);
      entry.records.set(tab, record);
      this.#receive(entry, record.digest, `tab ${tab}`);
      for (const [peer, digest] of Object.entries(record.digests))
        if (digest) this.#receive(entry, digest, `tab ${tab} about ${this.#nameOf(peer)}`);
      if (entry.sources.size > 1) first ??= { step: record.step, sources: entry.sources };
    }
    return first;
  }

  /** Steps that became whole since the last call, in order. */
  takeWhole(): WholeStep[] {
    const whole: WholeStep[] = [];
    for (; this.lastStep >= this.#nextWhole; this.#nextWhole++) {
      const step = this.#nextWhole;
      const entry = this.#steps.get(step);
      if (!this.#isWhole(step, entry)) break;
      if (entry) {
        whole.push({ step, records: entry.records });
        this.#settle(step, [...entry.sources.keys()][0]);
      } else this.gaps++;
    }
    return whole;
  }

  #isWhole(step: number, entry: Entry | undefined): boolean {
    const records = [...(entry?.records.values() ?? [])];
    const members = new Set(records.flatMap((record) => Object.keys(record.digests)));
    const isAwaited = ({ peer, lastStep }: TabState): boolean =>
      lastStep < step && (records.length === 0 ? lastStep > 0 : members.has(peer));
    return ![...this.#tabs.values()].some(isAwaited);
  }

  #settle(step: number, digest: string): void {
    this.#steps.delete(step);
    this.#settled.set(step, digest);
    this.#settled.delete(step - settledKept);
  }

  #receive(entry: Entry, digest: string, who: string): void {
    if (entry.sources.size > 0) this.comparisons++;
    const known = entry.sources.get(digest);
    if (known) known.push(who);
    else entry.sources.set(digest, [who]);
  }

  /** The entry for reports of a step; for a step that is already whole, an entry that only compares. */
  #entry(step: number): Entry {
    const settled = this.#settled.get(step);
    if (settled !== undefined) return { records: new Map(), sources: new Map([[settled, ['the others']]]) };
    let entry = this.#steps.get(step);
    if (!entry) this.#steps.set(step, (entry = { records: new Map(), sources: new Map() }));
    return entry;
  }

  #nameOf(peer: string): string {
    for (const [tab, state] of this.#tabs) if (state.peer === peer) return `tab ${tab}`;
    return peer;
  }
}
