// How much each peer may send of one thing (L19). What is beyond the budget is dropped unread; a peer that continues is
// cut off. A budget outlives the link, so that a new link brings no new one.
import { BucketTable } from '../../base/bucket-table';
import type { Clock } from '../../base/clock';
import type { BucketRule } from '../../base/token-bucket';

export type Allowance = 'taken' | 'dropped' | 'cut off';

/** The budget of what is dropped. Beyond, the link ends. */
const droppedRule = { capacity: 2_000, perSecond: 100 };
const mostPeers = 256;

export class PeerBudget {
  readonly #spent: BucketTable;
  readonly #dropped: BucketTable;

  constructor(
    readonly rule: BucketRule,
    readonly clock: Pick<Clock, 'now'>,
  ) {
    this.#spent = new BucketTable(rule, clock, mostPeers);
    this.#dropped = new BucketTable(droppedRule, clock, mostPeers);
  }

  spend(peer: string, cost = 1): Allowance {
    if (this.#spent.take(peer, cost)) return 'taken';
    if (this.#dropped.take(peer)) return 'dropped';
    this.#dropped.drop(peer);
    return 'cut off';
  }
}
