// Parts of sums that the router does not pass on: who sends them again and again, or those of sums that it has no part in
// (C15), is reported once a view, and a flood of them ends its link.
import { say } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import type { DropReason } from '../../collectives/frame-router';
import type { ReduceFrame } from '../../collectives/reduce-frame';
import type { MemberId, View } from '../../membership/view';
import type { Hub } from '../peers/hub';
import type { Offences } from '../peers/offences';
import { PeerBudget } from '../peers/peer-budget';

const strayRule = { capacity: 200, perSecond: 20 };

export class DroppedFrames {
  /** In which generation a peer was reported last. */
  readonly #reported = new Map<MemberId, number>();
  /** Parts of sums that their sender is not in. */
  readonly #strays: PeerBudget;
  #generation = 0;

  constructor(
    clock: Pick<Clock, 'now'>,
    readonly hub: Pick<Hub, 'refuse'>,
    readonly offences: Pick<Offences, 'report'>,
  ) {
    this.#strays = new PeerBudget(strayRule, clock);
  }

  begin({ generation }: View): void {
    this.#generation = generation;
  }

  note({ from, key }: ReduceFrame, why: DropReason): void {
    if (why === 'stray' && this.#strays.spend(from) === 'cut off')
      this.hub.refuse(from, 'too many parts of sums that it has no part in');
    const what = why === 'replayed' ? 'frame-again' : why === 'stray' ? 'stray-frame' : undefined;
    if (!what || this.#reported.get(from) === this.#generation) return;
    this.#reported.set(from, this.#generation);
    this.offences.report(from, say(what, { generation: key.generation, step: key.step }));
  }

  forget(peer: MemberId): void {
    this.#reported.delete(peer);
  }
}
