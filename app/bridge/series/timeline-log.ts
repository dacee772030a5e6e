// The accounts of steps that a page has, by step and member: of the last steps, and of the last ones of each setting of
// overlap, which stay to be compared. Another run begins again.
import type { SeenAccount } from '../../../src/replica/protocol';

const keptSteps = 12;
/** The steps kept of each setting of overlap. */
const keptToCompare = 4;

/** The accounts of consecutive steps, by member. */
export interface TimelineWindow {
  /** Ascending. */
  readonly steps: readonly number[];
  readonly members: ReadonlyMap<string, readonly SeenAccount[]>;
  /** The begin on the clock of the replica that observes. */
  readonly startMs: number;
  readonly endMs: number;
}

interface SeenStep {
  readonly step: number;
  readonly isOverlapped: boolean;
  readonly accounts: ReadonlyMap<string, SeenAccount>;
}

export class TimelineLog {
  #run: number | undefined;
  /** Ascending. */
  #steps: readonly SeenStep[] = [];

  add(accounts: readonly SeenAccount[]): void {
    for (const account of accounts) {
      if (this.#run !== account.run) this.#steps = [];
      this.#run = account.run;
      const { step, isOverlapped, member } = account;
      const before = this.#steps.find((one) => one.step === step);
      const seen = { step, isOverlapped, accounts: new Map(before?.accounts).set(member, account) };
      this.#steps = [...this.#steps.filter((one) => one !== before), seen].sort((a, b) => a.step - b.step);
    }
    const compared = [true, false].flatMap((mode) =>
      this.#steps.filter(({ isOverlapped }) => isOverlapped === mode).slice(-keptToCompare),
    );
    const newest = this.#steps.slice(-keptSteps);
    this.#steps = this.#steps.filter((one) => newest.includes(one) || compared.includes(one));
  }

  /** The accounts of every step and member that is kept. */
  get all(): readonly SeenAccount[] {
    return this.#steps.flatMap(({ accounts }) => [...accounts.values()]);
  }

  /** The last `count` steps in a row, with one setting of overlap. They end with the newest step that all `expected`
   *  members have told of, or, without one, with the newest. Undefined: there is none. */
  window(
    count: number,
    expected: readonly string[],
    isOverlapped = this.#steps.at(-1)?.isOverlapped,
  ): TimelineWindow | undefined {
    const steps = this.#steps.filter((one) => one.isOverlapped === isOverlapped);
    const isWhole = ({ accounts }: SeenStep): boolean => expected.every((member) => accounts.has(member));
    const end = steps.findLastIndex(isWhole);
    const chosen: SeenStep[] = [];
    for (const one of steps.slice(0, end < 0 ? undefined : end + 1).toReversed()) {
      if (chosen.length === count || (chosen.length > 0 && chosen[0].step !== one.step + 1)) break;
      chosen.unshift(one);
    }
    if (chosen.length === 0) return undefined;
    const members = new Map<string, SeenAccount[]>();
    for (const { accounts } of chosen)
      for (const [member, account] of accounts)
        members.set(member, [...(members.get(member) ?? []), account]);
    const all = [...members.values()].flat();
    return {
      steps: chosen.map(({ step }) => step),
      members,
      startMs: Math.min(...all.map(({ startMs }) => startMs)),
      endMs: Math.max(...all.map(({ endMs }) => endMs)),
    };
  }
}

/** Mean length of a step over members and steps. */
export function meanStepMs({ members }: TimelineWindow): number {
  const all = [...members.values()].flat();
  return all.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / all.length;
}
