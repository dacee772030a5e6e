// Whom the whole ring waits for at its headers: riders, and those that are to begin a ride (T1), who are at its very
// beginning. How far they are, and since when they are no further (S5).
import type { Clock } from '../../base/clock';
import type { MemberId } from '../../membership/view';
import type { Decision } from '../decide/decision';
import type { Header } from '../header/header';

export interface BlockingMember {
  readonly member: MemberId;
  /** 0 … 1 */
  readonly progress: number;
  readonly sinceMs: number;
  /** When it last came further than ever before. */
  readonly movedMs: number;
  readonly best: number;
}

export class BlockedOn {
  #members: readonly BlockingMember[] = [];
  /** At a header since anybody was waited for. */
  #fewestTargets = Infinity;

  constructor(readonly clock: Clock) {}

  get members(): readonly BlockingMember[] {
    return this.#members;
  }

  see(decision: Decision, { view, records }: Header): void {
    const now = this.clock.now();
    const targets = decision.kind === 'catch-up' ? decision.targets : [];
    const ranks = decision.kind === 'wait' ? decision.catchingUp : targets;
    // Above 8 members the state comes nearer from neighbour to neighbour, as others begin to ride.
    const isNearer = targets.length < this.#fewestTargets;
    if (ranks.length === 0) this.#fewestTargets = Infinity;
    else if (targets.length > 0) this.#fewestTargets = Math.min(targets.length, this.#fewestTargets);
    const known = this.#members;
    this.#members = ranks.map((rank) => {
      const member = view.members[rank];
      // Whose ride failed begins again, which is no progress.
      const isTarget = targets.includes(rank);
      const progress = isTarget ? 0 : records[rank].progress;
      const before = known.find((blocking) => blocking.member === member);
      const hasMoved = before === undefined || progress > before.best || (isTarget && isNearer);
      return {
        ...{ member, progress, sinceMs: before?.sinceMs ?? now },
        ...{ movedMs: hasMoved ? now : before.movedMs, best: Math.max(progress, before?.best ?? 0) },
      };
    });
  }

  /** Those that came no further for so long. */
  stuck(afterMs: number): MemberId[] {
    const latest = this.clock.now() - afterMs;
    return this.#members.filter(({ movedMs }) => movedMs <= latest).map(({ member }) => member);
  }
}
