// Once a second, asks for a probe of the links to this member's two neighbours in the ring (L17). Large sums measure the
// links by themselves; an idle ring, or one with small sums, needs probes. No probe goes out while this member sums or
// fetches state. Nor does one soon after a change of the ring, when others fetch. The link decides whether a probe is due.
import type { Clock } from '../../base/clock';
import { predecessorOf, successorOf, type MemberId, type View } from '../../membership/view';
import type { Hub } from '../peers/hub';
import type { Activity } from '../context/trainer-deps';

export interface EdgeProbesOptions {
  readonly self: MemberId;
  readonly clock: Clock;
  readonly hub: Pick<Hub, 'link'>;
  readonly view: () => View | undefined;
  readonly activity: () => Activity;
  /** This member fetches state, or others fetch it from here. */
  readonly isFetching: () => boolean;
}

const lookEveryMs = 1_000;
const calmMs = 3_000;

export class EdgeProbes {
  #view: View | undefined;
  #sinceMs = 0;
  #cancelLook: () => void;

  constructor(readonly options: EdgeProbesOptions) {
    this.#cancelLook = options.clock.after(lookEveryMs, () => this.#look());
  }

  end(): void {
    this.#cancelLook();
  }

  #look(): void {
    const { self, clock, hub, activity, isFetching, view: viewNow } = this.options;
    this.#cancelLook = clock.after(lookEveryMs, () => this.#look());
    const view = viewNow();
    if (view !== this.#view) this.#sinceMs = clock.now();
    this.#view = view;
    if (!view || view.members.length < 2 || clock.now() - this.#sinceMs < calmMs) return;
    const { kind } = activity();
    if (isFetching() || (kind !== 'idle' && kind !== 'header' && kind !== 'preparing')) return;
    for (const peer of new Set([successorOf(view, self), predecessorOf(view, self)])) hub.link(peer)?.probe();
  }
}
