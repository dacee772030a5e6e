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
  /** When its progress last changed. */
  readonly movedMs: number;
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
    this.#riders = ranks.map((rank) => {
      const member = view.members[rank];
      const { progress } = records[rank];
      const known = this.#riders.find((rider) => rider.member === member);
      const hasMoved = known?.progress !== progress;
      return { member, progress, sinceMs: known?.sinceMs ?? now, movedMs: hasMoved ? now : known.movedMs };
    });
  }

  /** Those that came no further for so long. */
  stuck(afterMs: number): MemberId[] {
    const latest = this.clock.now() - afterMs;
    return this.#riders.filter(({ movedMs }) => movedMs <= latest).map(({ member }) => member);
  }
}
