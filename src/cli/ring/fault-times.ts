// How long the ring stood still for a fault of the trial, from the epoch times at which the tabs committed (one
// machine, one clock). Pure bookkeeping over the whole steps in order.
import type { WholeStep } from './step-ledger';

export interface FaultTime {
  /** The first step committed after the fault: without the killed member, with the newcomer. */
  readonly step: number;
  /** The time from the last commit before that step to its own: how long the ring stood still. */
  readonly gapMs: number;
  /** The time from the kill, or from opening the newcomer's tab, to that commit. */
  readonly afterMs: number;
}

interface Fault {
  readonly atMs: number;
  readonly isOver: (whole: WholeStep) => boolean;
  time: FaultTime | undefined;
}

export class FaultTimes {
  #kill: Fault | undefined;
  #join: Fault | undefined;
  #lastMs: number | undefined;

  /** `peer`: the id of the killed member. */
  killed(peer: string, atMs: number): void {
    const isOver = ({ records }: WholeStep): boolean => !(peer in [...records.values()][0].digests);
    this.#kill = { atMs, isOver, time: undefined };
  }

  /** `openedMs`: when the browser was asked for the tab. */
  joined(tab: number, openedMs: number): void {
    this.#join = { atMs: openedMs, isOver: ({ records }) => records.has(tab), time: undefined };
  }

  add(whole: WholeStep): void {
    const atMs = committedMs(whole);
    for (const fault of [this.#kill, this.#join])
      if (fault && !fault.time && fault.isOver(whole)) {
        const gapMs = this.#lastMs === undefined ? 0 : atMs - this.#lastMs;
        fault.time = { step: whole.step, gapMs, afterMs: atMs - fault.atMs };
      }
    this.#lastMs = atMs;
  }

  get kill(): FaultTime | undefined {
    return this.#kill?.time;
  }

  get join(): FaultTime | undefined {
    return this.#join?.time;
  }
}

/** The time of the first tab to commit the step. */
function committedMs({ records }: WholeStep): number {
  return Math.min(...[...records.values()].map(({ atMs }) => atMs));
}
