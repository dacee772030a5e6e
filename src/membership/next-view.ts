// The view that should follow the installed one: pure. A member is left out when it said goodbye, when it was kicked, or
// when some member lost it and no live member hears it. A broken link between two live members evicts nobody while some
// ring does not need that link. In a triangle every ring needs it, and the junior end is left out.
import { lostAfterMs } from './heartbeat';
import { lostMembers, muteMembers } from './lost-members';
import type { MembershipState } from './membership-state';
import { maxMembers, type MemberId, type View } from './view';

export interface Wanted {
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
  const broken = brokenPairs(state, members);
  const present = installed.ring.map((rank) => installed.members[rank]);
  // A requested order that needs a broken link is ignored.
  const asked = state.ringOrder && needsBroken(state.ringOrder, broken) ? undefined : state.ringOrder;
  const before = asked ?? present;
  const admit = state.admit.filter((peer) => !installed.members.includes(peer) && !gone.has(peer));
  const orderOf = (list: readonly MemberId[]): readonly MemberId[] => [
    ...before.filter((member) => list.includes(member)),
    ...list.filter((member) => !before.includes(member)),
  ];
  let order = orderOf(members);
  const isDisputed = needsBroken(order, broken);
  const isActing = isDisputed && isSettled;
  if (isActing) {
    while (members.length > 1) {
      const found = orderAvoiding(orderOf(members), broken);
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
    ...(isActing ? [`${broken.map((pair) => pair.join('–')).join(', ')} cannot hear each other`] : []),
    ...(state.attemptAfter >= installed.generation ? ['a new attempt'] : []),
    ...(asked && !sameRing(installed, asked) ? ['a new ring order'] : []),
  ];
  if (reasons.length === 0) return { wanted: undefined, isDisputed };
  return { wanted: { members: all, order: ring, lost, reason: reasons.join('; ') }, isDisputed };
}

/** Is the link broken, as far as this member knows: did it lose the other, or did one of them report that? */
export function isBrokenLink(state: MembershipState, a: MemberId, b: MemberId): boolean {
  return isBroken(brokenPairs(state, [a, b, state.self]), a, b);
}

function brokenPairs(state: MembershipState, members: readonly MemberId[]): readonly (readonly MemberId[])[] {
  const pairs: MemberId[][] = [];
  const add = (by: MemberId, lost: Iterable<MemberId>): void => {
    for (const member of lost)
      if (member !== by && members.includes(member) && !isBroken(pairs, by, member)) pairs.push([by, member]);
  };
  add(state.self, state.lost);
  for (const [by, { lost }] of state.reports) if (members.includes(by)) add(by, lost);
  return pairs;
}

/** The member with the most broken links, the most junior of equals; never `self`, which is alive for sure. */
function worstConnected(
  members: readonly MemberId[],
  broken: readonly (readonly MemberId[])[],
  self: MemberId,
): MemberId {
  const count = (member: MemberId): number =>
    members.filter((other) => other !== member && isBroken(broken, member, other)).length;
  const others = members.filter((member) => member !== self);
  return others.reduce((worst, member) => (count(member) >= count(worst) ? member : worst));
}

function isBroken(pairs: readonly (readonly MemberId[])[], a: MemberId, b: MemberId): boolean {
  return pairs.some((pair) => pair.includes(a) && pair.includes(b));
}

function needsBroken(order: readonly MemberId[], broken: readonly (readonly MemberId[])[]): boolean {
  return order.length > 1 && order.some((member, i) => isBroken(broken, member, next(order, i)));
}

function next(order: readonly MemberId[], i: number): MemberId {
  return order[(i + 1) % order.length];
}

/** A ring of the same members over unbroken links, near the given order: depth-first, at most 20,000 tries. */
function orderAvoiding(
  order: readonly MemberId[],
  broken: readonly (readonly MemberId[])[],
): readonly MemberId[] | undefined {
  if (order.length === 1) return order;
  let tries = 0;
  const path = [order[0]];
  const extend = (): boolean => {
    if (++tries > 20_000) return false;
    const last = path.at(-1)!;
    if (path.length === order.length) return !isBroken(broken, last, path[0]);
    for (const member of order) {
      if (path.includes(member) || isBroken(broken, last, member)) continue;
      path.push(member);
      if (extend()) return true;
      path.pop();
    }
    return false;
  };
  return extend() ? path : undefined;
}

/** Is `order` the view's ring, wherever it begins? */
function sameRing(view: View, order: readonly MemberId[]): boolean {
  const ring = view.ring.map((rank) => view.members[rank]);
  const start = ring.indexOf(order[0]);
  return (
    ring.length === order.length && order.every((member, i) => ring[(start + i) % ring.length] === member)
  );
}
