// Who gave documents or answers that their authors did not sign (D4). Each costs a check of a signature, so who gives many is
// not read for a while. It outlives links.
import type { Clock } from '../base/clock';
import { fullBucket, take, tokensAt, type Bucket } from '../base/token-bucket';
import type { MemberId } from '../membership/view';

const rule = { capacity: 20, perSecond: 1 };
/** Peers remembered. The one that gave a false one longest ago is forgotten first. */
const mostPeers = 256;

export class Falsehoods {
  readonly #peers = new Map<MemberId, Bucket>();

  constructor(readonly clock: Pick<Clock, 'now'>) {}

  isHeard(peer: MemberId): boolean {
    const bucket = this.#peers.get(peer);
    return !bucket || tokensAt(bucket, rule, this.clock.now()) >= 1;
  }

  note(peer: MemberId): void {
    const nowMs = this.clock.now();
    const { bucket } = take(this.#peers.get(peer) ?? fullBucket(rule, nowMs), rule, nowMs);
    this.#peers.delete(peer);
    this.#peers.set(peer, bucket);
    const [oldest] = this.#peers.keys();
    if (this.#peers.size > mostPeers) this.#peers.delete(oldest);
  }
}
