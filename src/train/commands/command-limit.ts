// How many envelopes a peer may send that are not new commands of the host (H5e). A forged one costs a signature check. A
// repeated one is refused by its sequence, which costs little. Honest peers send many, because all members pass
// commands on to all.
import { BucketTable } from '../../base/bucket-table';
import type { Clock } from '../../base/clock';
import type { CommandOffence } from './held-commands';

export const forgedRule = { capacity: 20, perSecond: 5 };
export const repeatedRule = { capacity: 400, perSecond: 100 };
const mostPeers = 256;

export class CommandLimit {
  readonly #forged: BucketTable;
  readonly #repeated: BucketTable;

  constructor(readonly clock: Pick<Clock, 'now'>) {
    this.#forged = new BucketTable(forgedRule, clock, mostPeers);
    this.#repeated = new BucketTable(repeatedRule, clock, mostPeers);
  }

  /** False: the peer has sent too many of these, and its link should be closed. */
  allows(peer: string, offence: CommandOffence): boolean {
    return (offence === 'replayed' ? this.#repeated : this.#forged).take(peer);
  }
}
