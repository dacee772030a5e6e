// The view that should follow the installed one: pure. A member is left out when it said goodbye, when it was kicked, or
// when some member lost it and no live member hears it. A broken link between two live members evicts nobody while some
// ring does not need that link. In a triangle every ring needs it, and the junior end is left out.
import { ringAvoiding, type BrokenLinks } from './broken-links';
import { brokenLinks } from './broken-links-of';
import { isSameAround } from './content';
import { lostAfterMs } from './heartbeat';
import { lostMembers, muteMembers } from './lost-members';
import type { MembershipState } from './membership-state';
import { maxMembers, type MemberId } from './view';

interface Wanted {
  readonly members: readonly MemberId[]; // by seniority
  readonly order: readonly MemberId[]; // around the ring
  readonly lost: readonly MemberId[];
  readonly reason: string;
}

/** How long two members may disagree about a third before its broken links count. One may have seen a link close while
 *  the other still counts missed pings. */
export const disagreementMs = lostAfterMs;

export interface Assessment {
  /** undefined: nothing to propose now. */
  readonly wanted: Wanted | undefined;
  /** Members disagree about which members are heard: assess again after `disagreementMs`. */
  readonly isDisputed: boolean;
}

export function assess(state: MembershipState, nowMs: number): Assessment {
  const { installed, self } = state;
  if (!installed) return { wanted: undefined, isDisputed: false };
  const lost = lostMembers(state);
  const gone = new Set([
    ...lost,
    ...state.leavers.keys(),
    ...state.kick.keys(),
    ...muteMembers(state, nowMs),
  ]);
  let members = installed.members.filter((member) => !gone.has(member));
  if (!members.includes(self)) return { wanted: undefined, isDisputed: false }; // kicked: the others act

  const isSettled = state.pendingSinceMs !== undefined && nowMs - state.pendingSinceMs >= disagreementMs;
  const broken = brokenLinks(state, members);
  const present = installed.ring.map((rank) => installed.members[rank]);
  // A requested order that needs a broken link is ignored.
  const asked = state.ringOrder && broken.isNeededBy(state.ringOrder) ? undefined : state.ringOrder;
  const before = asked ?? present;
  const admit = state.admit.filter((peer) => !installed.members.includes(peer) && !gone.has(peer));
  const orderOf = (list: readonly MemberId[]): readonly MemberId[] => [
    ...before.filter((member) => list.includes(member)),
    ...list.filter((member) => !before.includes(member)),
  ];
  let order = orderOf(members);
  const isDisputed = broken.isNeededBy(order);
  const isActing = isDisputed && isSettled;
  if (isActing) {
    while (members.length > 1) {
      const found = ringAvoiding(orderOf(members), broken);
      if (found) {
        order = found;
        break;
      }
      const most = worstConnected(members, broken, self);
      members = members.filter((member) => member !== most);
      order = orderOf(members);
    }
  }
  const all = [...members, ...admit].slice(0, maxMembers);
  const ring = [...order, ...all.slice(members.length)];
  const reasons = [
    ...(installed.members.length > members.length
      ? [`without ${installed.members.filter((member) => !members.includes(member)).join(', ')}`]
      : []),
    ...(admit.length > 0 ? [`with ${admit.join(', ')}`] : []),
    ...(isActing ? [`${broken.pairs.map((pair) => pair.join('–')).join(', ')} cannot hear each other`] : []),
    ...(state.attemptAfter >= installed.generation ? ['a new attempt'] : []),
    ...(asked && !isSameAround(installed, asked) ? ['a new ring order'] : []),
  ];
  if (reasons.length === 0) return { wanted: undefined, isDisputed };
  return { wanted: { members: all, order: ring, lost, reason: reasons.join('; ') }, isDisputed };
}

/** The member with the most broken links, the most junior of equals; never `self`, which is alive for sure. */
function worstConnected(members: readonly MemberId[], broken: BrokenLinks, self: MemberId): MemberId {
  const count = (member: MemberId): number => broken.count(member, members);
  const others = members.filter((member) => member !== self);
  return others.reduce((worst, member) => (count(member) >= count(worst) ? member : worst));
}
