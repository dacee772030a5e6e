// The members that the ring waits for at its headers: those that catch up and asked for a pause, and those that are to
// begin (T1). It knows their progress, and since when a member has made none (S5, T1a).
import { forgetOldest } from '../../base/forget-oldest';
import type { Clock } from '../../base/clock';
import { fullMeshLimit } from '../../membership/links-needed';
import type { MemberId } from '../../membership/view';
import type { Decision } from '../decide/decision';
import type { Header } from '../header/header';
import { headerStallMs } from '../header/header-rounds';

export interface BlockingMember {
  readonly member: MemberId;
  /** 0 … 1 */
  readonly progress: number;
  readonly sinceMs: number;
  /** When its progress last rose above `best`. */
  readonly movedMs: number;
  readonly best: number;
  /** It is to catch up, and still says that it holds the state. */
  readonly isDefiant: boolean;
}

/** J7: so much of the ring's time has one member in `windowMs` where three others are current. */
const patienceMs = 20_000;
/** The time while the first state of a run is brought to all. */
const beginningMs = 120_000;
const windowMs = 600_000;
/** An honest member begins to catch up at the header that asks it to, or has no link to a source yet. */
const defiantMs = 10_000;
/** A silent source costs 5 s, and there may be two. */
const askedMs = 15_000;
const fewestOthers = 3;
const mostRemembered = 256;

export class BlockedOn {
  #members: readonly BlockingMember[] = [];
  /** The fewest targets at one header, since the ring began to wait. */
  #fewestTargets = Infinity;
  #lastSeenMs = 0;
  #isPatienceBounded = false;
  /** Times that the ring waited for a member, oldest first; also in earlier views. */
  readonly #waits = new Map<MemberId, readonly { readonly atMs: number; readonly ms: number }[]>();

  constructor(readonly clock: Clock) {}

  get members(): readonly BlockingMember[] {
    return this.#members;
  }

  /** How long the next header may go without a record (S5): who is to catch up has no sum or gradient to end before. */
  get headerStallMs(): number {
    return this.#isPatienceBounded && this.#members.length > 0 ? askedMs : headerStallMs;
  }

  see(decision: Decision, { view, records }: Header): void {
    const now = this.clock.now();
    const targets = decision.kind === 'catch-up' ? decision.targets : [];
    const ranks = decision.kind === 'wait' ? decision.catchingUp : targets;
    // The state travels from neighbour to neighbour above 8 members: fewer targets are progress.
    const isNearer = targets.length < this.#fewestTargets;
    if (ranks.length === 0) this.#fewestTargets = Infinity;
    else if (targets.length > 0) this.#fewestTargets = Math.min(targets.length, this.#fewestTargets);
    const known = this.#members;
    const isMesh = view.members.length <= fullMeshLimit; // above, it may wait for a neighbour's neighbour
    for (const { member } of known) this.#waited(member, now);
    this.#lastSeenMs = now;
    const current = records.filter((record, rank) => record.status === 'current' && !ranks.includes(rank));
    this.#isPatienceBounded = current.length >= fewestOthers;
    this.#members = ranks.map((rank) => {
      const member = view.members[rank];
      // A member that begins again makes no progress.
      const isTarget = targets.includes(rank);
      const progress = isTarget ? 0 : records[rank].progress;
      const before = known.find((blocking) => blocking.member === member);
      const hasMoved = before === undefined || progress > before.best || (isTarget && isNearer);
      return {
        member,
        progress,
        sinceMs: before?.sinceMs ?? now,
        movedMs: hasMoved ? now : before.movedMs,
        best: Math.max(progress, before?.best ?? 0),
        isDefiant: isTarget && isMesh && records[rank].status === 'current',
      };
    });
  }

  /** Members without progress for `afterMs`, and those that the ring has waited for too long (J7). `isBeginning`: the run
   *  has no finished step. */
  stuck(afterMs: number, isBeginning = false): MemberId[] {
    const now = this.clock.now();
    const mostMs = isBeginning ? beginningMs : patienceMs;
    return this.#members
      .filter(({ member, movedMs, sinceMs, isDefiant }) => {
        if (movedMs <= now - afterMs) return true;
        if (!this.#isPatienceBounded) return false;
        const waitedMs = (this.#waits.get(member) ?? []).reduce((sum, { ms }) => sum + ms, 0);
        return waitedMs >= mostMs || (isDefiant && sinceMs <= now - defiantMs);
      })
      .map(({ member }) => member);
  }

  #waited(member: MemberId, atMs: number): void {
    const ms = atMs - this.#lastSeenMs;
    const recent = (this.#waits.get(member) ?? []).filter((wait) => wait.atMs > atMs - windowMs);
    const last = recent.at(-1);
    // One entry a second at most.
    const isJoined = last !== undefined && last.atMs > atMs - 1_000;
    const joined = isJoined
      ? [...recent.slice(0, -1), { atMs: last.atMs, ms: last.ms + ms }]
      : [...recent, { atMs, ms }];
    this.#waits.delete(member);
    this.#waits.set(member, joined);
    forgetOldest(this.#waits, mostRemembered);
  }
}
