// How many membership messages a peer may send (M15d). In a ring of 64 every member passes on a status of each other at a
// view change, and a few views may follow each other at once. A peer outside the view has little to say. What is beyond
// the budget is dropped unread; a peer that goes on is cut off.
import { fullBucket, take, type Bucket } from '../../base/token-bucket';

export const memberRule = { capacity: 8_000, perSecond: 800 };
export const guestRule = { capacity: 400, perSecond: 20 };
/** Dropped messages in a row, after which the link ends. */
const mostDropped = 2_000;
/** A longer message counts as several. */
const bytesEach = 4_096;
const maxPeers = 256;

export class MembershipLimit {
  readonly #peers = new Map<string, { readonly bucket: Bucket; readonly dropped: number }>();

  constructor(readonly nowMs: () => number) {}

  allows(peer: string, isMember: boolean, bytes: number): 'taken' | 'dropped' | 'cut off' {
    const rule = isMember ? memberRule : guestRule;
    const nowMs = this.nowMs();
    const key = `${isMember ? 'member' : 'guest'} ${peer}`;
    const before = this.#peers.get(key);
    let bucket = before?.bucket ?? fullBucket(rule, nowMs);
    let isAllowed = true;
    for (let cost = 0; cost <= bytes && isAllowed; cost += bytesEach)
      ({ bucket, isAllowed } = take(bucket, rule, nowMs));
    const dropped = isAllowed ? 0 : (before?.dropped ?? 0) + 1;
    this.#peers.delete(key);
    this.#peers.set(key, { bucket, dropped: dropped > mostDropped ? 0 : dropped });
    const [oldest] = this.#peers.keys();
    if (this.#peers.size > maxPeers) this.#peers.delete(oldest);
    if (isAllowed) return 'taken';
    return dropped > mostDropped ? 'cut off' : 'dropped';
  }
}
