// Once a second, asks for a probe of the links to this member's two neighbours in the ring (L17e) (L17). Large sums
// measure the links by themselves; an idle ring, or one with small sums, needs probes. No probe goes out while this
// member fetches state, nor soon after a change of the ring, when others fetch. While it sums, it waits for a later
// look. A member whose steps are short sums at every look, so it probes after a few all the same. The link sends no
// probe while anything waits, and the looks of a busy thread come when its messages have just gone out. So an overdue
// member looks often, until a look finds the link quiet.
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
/** Looks at which a member that sums waits for a better moment. */
const mostBusyLooks = 5;
/** The time between two looks of a member that has waited so often. A step of many rings takes less. */
const overdueLookEveryMs = 10;

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
    const isOverdue = this.#probe() === 'overdue';
    this.#cancelLook = this.options.clock.after(isOverdue ? overdueLookEveryMs : lookEveryMs, () =>
      this.#look(),
    );
  }

  /** `overdue`: a link is still without a rate, and the usual looks have not found it quiet. */
  #probe(): 'overdue' | undefined {
    const { self, clock, hub, activity, isFetching, view: viewNow } = this.options;
    const view = viewNow();
    if (view !== this.#view) {
      this.#sinceMs = clock.now();
      this.#busyLooks = 0;
    }
    this.#view = view;
    if (!view || view.members.length < 2 || clock.now() - this.#sinceMs < calmMs) return undefined;
    if (isFetching()) return undefined;
    const { kind } = activity();
    const isBusy = kind !== 'idle' && kind !== 'header' && kind !== 'preparing';
    if (isBusy) this.#busyLooks++;
    if (isBusy && this.#busyLooks <= mostBusyLooks) return undefined;
    const links = [...new Set([successorOf(view, self), predecessorOf(view, self)])].map((peer) =>
      hub.link(peer),
    );
    for (const link of links) link?.probe();
    // The first probes of a link may be too short to measure it, so the next ones follow soon.
    const areMeasured = links.every((link) => link?.stats().bytesPerSecond !== undefined);
    if (areMeasured) this.#busyLooks = 0;
    return isBusy && !areMeasured ? 'overdue' : undefined;
  }
}
