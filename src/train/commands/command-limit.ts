// How many envelopes a peer may send that are not new commands of the host (H5e). A forged one costs a signature check. A
// repeated one is refused by its sequence, which costs little. Honest peers send many, because all members pass
// commands on to all.
import { fullBucket, take, type Bucket } from '../../base/token-bucket';
import type { CommandOffence } from './held-commands';

export const forgedRule = { capacity: 20, perSecond: 5 };
export const repeatedRule = { capacity: 400, perSecond: 100 };
/** Peers remembered. The peer that offended longest ago is forgotten first. */
const maxBuckets = 256;

export class CommandLimit {
  readonly #buckets = new Map<string, Bucket>();

  constructor(readonly nowMs: () => number) {}

  /** False: the peer has sent too many of these, and its link should be closed. */
  allows(peer: string, offence: CommandOffence): boolean {
    const rule = offence === 'replayed' ? repeatedRule : forgedRule;
    const key = `${offence === 'replayed' ? 'repeated' : 'forged'} ${peer}`;
    const nowMs = this.nowMs();
    const { bucket, isAllowed } = take(this.#buckets.get(key) ?? fullBucket(rule, nowMs), rule, nowMs);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= maxBuckets) break;
      this.#buckets.delete(oldest);
    }
    return isAllowed;
  }
}
