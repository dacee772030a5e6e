// Says by name who came and who went when a view is installed, and why: with a goodbye, lost, or removed.
import { say } from '../../base/sayings';
import type { MemberId } from '../../membership/view';
import type { ViewChange } from '../peers/membership-driver';
import type { Notify } from '../context/trainer-deps';

export interface ViewNoticesOptions {
  readonly self: MemberId;
  readonly nameOf: (member: MemberId) => string;
  /** Who removed it for good; undefined: nobody. */
  readonly removedBy: (member: MemberId) => 'host' | 'ring' | undefined;
  readonly notify: Notify;
}

export class ViewNotices {
  constructor(readonly sources: ViewNoticesOptions) {}

  installed(change: ViewChange): void {
    const { self, nameOf, notify } = this.sources;
    const { previous, view } = change;
    const names = (members: readonly MemberId[]): string => members.map(nameOf).join(', ');
    if (!previous) {
      const others = view.members.filter((member) => member !== self);
      if (others.length > 0) notify('info', say('in-ring-with', { names: names(others) }));
      return;
    }
    const gone = previous.members.filter((member) => !view.members.includes(member));
    const came = view.members.filter((member) => !previous.members.includes(member));
    if (came.length > 0) notify('info', say('joined', { names: names(came), count: came.length }));
    if (gone.length > 0 && view.lineage !== previous.lineage)
      return notify('warning', say('went-on-without', { names: names(gone) }));
    const byReason = new Map<Reason, MemberId[]>();
    for (const member of gone) {
      const reason = this.#reason(member, change);
      byReason.set(reason, [...(byReason.get(reason) ?? []), member]);
    }
    for (const [reason, members] of byReason)
      notify('warning', say(reasonCodes[reason], { names: names(members), count: members.length }));
  }

  #reason(member: MemberId, { left, lost }: ViewChange): Reason {
    const remover = this.sources.removedBy(member);
    if (remover) return remover;
    if (left.includes(member)) return 'left';
    return lost.includes(member) ? 'lost' : 'unknown';
  }
}

type Reason = 'host' | 'ring' | 'left' | 'lost' | 'unknown';

const reasonCodes = {
  host: 'removed-by-host',
  ring: 'removed-refused',
  left: 'left-ring',
  lost: 'lost',
  unknown: 'no-longer-in-ring',
} as const satisfies Record<Reason, string>;
