// How many membership messages a peer may send (M15d). In a ring of 64 every member passes on a status of each other at a
// view change, and a few views may follow each other at once. A peer outside the view has little to say. Where 64 join at
// once, views differ for a moment: then 138 messages in a second were measured (honest-peaks.long.test.ts).
import type { Clock } from '../../base/clock';
import { PeerBudget, type Allowance } from './peer-budget';

export const memberRule = { capacity: 8_000, perSecond: 800 };
export const guestRule = { capacity: 1_600, perSecond: 80 };
/** A longer message counts as several. */
const bytesEach = 4_096;

export class MembershipLimit {
  readonly #members: PeerBudget;
  readonly #guests: PeerBudget;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#members = new PeerBudget(memberRule, clock);
    this.#guests = new PeerBudget(guestRule, clock);
  }

  allows(peer: string, isMember: boolean, bytes: number): Allowance {
    const budget = isMember ? this.#members : this.#guests;
    return budget.spend(peer, 1 + Math.floor(bytes / bytesEach));
  }
}
