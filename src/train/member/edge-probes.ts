// Once a second, asks for a probe of the links to this member's two neighbours in the ring (L17e) (L17). Large sums
// measure the links by themselves; an idle ring, or one with small sums, needs probes. No probe goes out while this
// member fetches state, nor soon after a change of the ring, when others fetch. While it sums, it waits for a later
// look. The slowest member sums at every look, so it probes after a few, and then at every look until the links are
// measured. The link decides whether a probe is due, and sends none while anything waits.
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
/** Looks in a row at which a member that sums waits for a better moment. */
const mostBusyLooks = 5;

export class EdgeProbes {
  #view: View | undefined;
  #sinceMs = 0;
  #busyLooks = 0;
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
    if (isFetching()) return;
    const { kind } = activity();
    const isBusy = kind !== 'idle' && kind !== 'header' && kind !== 'preparing';
    this.#busyLooks = isBusy ? this.#busyLooks + 1 : 0;
    if (isBusy && this.#busyLooks <= mostBusyLooks) return;
    const links = [...new Set([successorOf(view, self), predecessorOf(view, self)])].map((peer) =>
      hub.link(peer),
    );
    // The first probes of a link may be too short to measure it: the next ones follow at once.
    if (links.every((link) => link?.stats().bytesPerSecond !== undefined)) this.#busyLooks = 0;
    for (const link of links) link?.probe();
  }
}
