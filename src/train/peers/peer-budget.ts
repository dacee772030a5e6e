// How much each peer may send of one thing (L19). What is beyond the budget is dropped unread; a peer that continues is
// cut off. A budget outlives the link, so that a new link brings no new one.
import { fullBucket, take, type Bucket, type BucketRule } from '../../base/token-bucket';

export type Allowance = 'taken' | 'dropped' | 'cut off';

/** The budget of what is dropped. Beyond, the link ends. */
const droppedRule = { capacity: 2_000, perSecond: 100 };
/** The peer that sent something longest ago is forgotten first. */
const maxPeers = 256;

export class PeerBudget {
  readonly #peers = new Map<string, { readonly bucket: Bucket; readonly drops: Bucket }>();

  constructor(
    readonly rule: BucketRule,
    readonly nowMs: () => number,
  ) {}

  spend(peer: string, cost = 1): Allowance {
    const nowMs = this.nowMs();
    const before = this.#peers.get(peer);
    const now = take(before?.bucket ?? fullBucket(this.rule, nowMs), this.rule, nowMs, cost);
    let drops = before?.drops ?? fullBucket(droppedRule, nowMs);
    let isCutOff = false;
    if (!now.isAllowed) {
      const dropped = take(drops, droppedRule, nowMs);
      isCutOff = !dropped.isAllowed;
      drops = isCutOff ? fullBucket(droppedRule, nowMs) : dropped.bucket;
    }
    this.#peers.delete(peer);
    this.#peers.set(peer, { bucket: now.bucket, drops });
    const [oldest] = this.#peers.keys();
    if (this.#peers.size > maxPeers) this.#peers.delete(oldest);
    if (now.isAllowed) return 'taken';
    return isCutOff ? 'cut off' : 'dropped';
  }
}
