// The riders that the whole ring waits for at its headers: how far they are, and since when they are no further (S5).
import type { Clock } from '../base/clock';
import type { MemberId, View } from '../membership/view';
import type { Verdict } from './decide';
import type { HeaderRecord } from './header-record';

export interface AwaitedRider {
  readonly member: MemberId;
  /** 0 … 1 */
  readonly progress: number;
  readonly sinceMs: number;
  /** When it last came further than ever before. */
  readonly movedMs: number;
  readonly best: number;
}

export class Awaited {
  #riders: readonly AwaitedRider[] = [];

  constructor(readonly clock: Clock) {}

  get members(): readonly AwaitedRider[] {
    return this.#riders;
  }

  see(verdict: Verdict, view: View, records: readonly HeaderRecord[]): void {
    const now = this.clock.now();
    const ranks = verdict.kind === 'wait' ? verdict.riders : [];
    // Whose ride failed begins again, which is a verdict of another kind, and no progress.
    const isAgain = ({ member }: AwaitedRider): boolean =>
      verdict.kind === 'heal' && verdict.targets.some((rank) => view.members[rank] === member);
    const known = this.#riders;
    const again = known.filter(isAgain);
    this.#riders = ranks.map((rank) => {
      const member = view.members[rank];
      const { progress } = records[rank];
      const before = known.find((rider) => rider.member === member);
      const hasMoved = before === undefined || progress > before.best;
      return {
        ...{ member, progress, sinceMs: before?.sinceMs ?? now },
        ...{ movedMs: hasMoved ? now : before.movedMs, best: Math.max(progress, before?.best ?? 0) },
      };
    });
    this.#riders = [...this.#riders, ...again.filter(({ member }) => !this.#riders.some((one) => one.member === member))]; // prettier-ignore
  }

  /** Those that came no further for so long. */
  stuck(afterMs: number): MemberId[] {
    const latest = this.clock.now() - afterMs;
    return this.#riders.filter(({ movedMs }) => movedMs <= latest).map(({ member }) => member);
  }
}
