// The members that the ring waits for at its headers: those that catch up and asked for a pause, and those that are to
// begin (T1). It knows their progress, and since when a member has made none (S5).
import type { Clock } from '../../base/clock';
import type { MemberId } from '../../membership/view';
import type { Decision } from '../decide/decision';
import type { Header } from '../header/header';

export interface BlockingMember {
  readonly member: MemberId;
  /** 0 … 1 */
  readonly progress: number;
  readonly sinceMs: number;
  /** When its progress last rose above `best`. */
  readonly movedMs: number;
  readonly best: number;
}

export class BlockedOn {
  #members: readonly BlockingMember[] = [];
  /** At one header, since the ring began to wait. */
  #fewestTargets = Infinity;

  constructor(readonly clock: Clock) {}

  get members(): readonly BlockingMember[] {
    return this.#members;
  }

  see(decision: Decision, { view, records }: Header): void {
    const now = this.clock.now();
    const targets = decision.kind === 'catch-up' ? decision.targets : [];
    const ranks = decision.kind === 'wait' ? decision.catchingUp : targets;
    // Above 8 members the state travels from neighbour to neighbour: fewer targets are progress.
    const isNearer = targets.length < this.#fewestTargets;
    if (ranks.length === 0) this.#fewestTargets = Infinity;
    else if (targets.length > 0) this.#fewestTargets = Math.min(targets.length, this.#fewestTargets);
    const known = this.#members;
    this.#members = ranks.map((rank) => {
      const member = view.members[rank];
      // A member that begins again makes no progress.
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

  /** Members without progress for `afterMs`. */
  stuck(afterMs: number): MemberId[] {
    const latest = this.clock.now() - afterMs;
    return this.#members.filter(({ movedMs }) => movedMs <= latest).map(({ member }) => member);
  }
}
