// Once a second, asks for a probe of the links to this member's two neighbours in the ring (L17e) (L17). Large sums
// measure the links by themselves; an idle ring, or one with small sums, needs probes. No probe goes out while this
// member fetches state, nor soon after a change of the ring, when others fetch. While it sums, it waits for a later
// check. A member whose steps are short sums at every check, so it probes after a few all the same. The link sends no
// probe while anything waits, and the checks of a busy thread come when its messages have just gone out. So an overdue
// member checks often, until a check finds the link quiet.
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

const checkEveryMs = 1_000;
const calmMs = 3_000;
/** Checks at which a member that sums waits for a better moment. */
const mostBusyChecks = 5;
/** The time between two checks of a member that has waited so often. A step of many rings takes less. */
const overdueCheckEveryMs = 10;

export class EdgeProbes {
  #view: View | undefined;
  #sinceMs = 0;
  #busyChecks = 0;
  #cancelCheck: () => void;

  constructor(readonly options: EdgeProbesOptions) {
    this.#cancelCheck = options.clock.after(checkEveryMs, () => this.#check());
  }

  end(): void {
    this.#cancelCheck();
  }

  #check(): void {
    const isOverdue = this.#probe() === 'overdue';
    this.#cancelCheck = this.options.clock.after(isOverdue ? overdueCheckEveryMs : checkEveryMs, () =>
      this.#check(),
    );
  }

  /** `overdue`: a link is still without a rate, and the usual checks have not found it quiet. */
  #probe(): 'overdue' | undefined {
    const { self, clock, hub, activity, isFetching, view: viewNow } = this.options;
    const view = viewNow();
    if (view !== this.#view) {
      this.#sinceMs = clock.now();
      this.#busyChecks = 0;
    }
    this.#view = view;
    if (!view || view.members.length < 2 || clock.now() - this.#sinceMs < calmMs) return undefined;
    if (isFetching()) return undefined;
    const { kind } = activity();
    const isBusy = kind !== 'idle' && kind !== 'header' && kind !== 'preparing';
    if (isBusy) this.#busyChecks++;
    if (isBusy && this.#busyChecks <= mostBusyChecks) return undefined;
    const links = [...new Set([successorOf(view, self), predecessorOf(view, self)])].map((peer) =>
      hub.link(peer),
    );
    for (const link of links) link?.probe();
    // The first probes of a link may be too short to measure it, so the next ones follow soon.
    const areMeasured = links.every((link) => link?.stats().bytesPerSecond !== undefined);
    if (areMeasured) this.#busyChecks = 0;
    return isBusy && !areMeasured ? 'overdue' : undefined;
  }
}
