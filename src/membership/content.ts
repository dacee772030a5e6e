// What a member acknowledges (M17): pure. In a view of four or more it confirms a view only by what it knows itself: why
// each member goes and each newcomer comes. What it cannot confirm yet it may confirm a moment later.
import { brokenLinks } from './broken-links-of';
import { lostMembers, muteMembers } from './lost-members';
import type { MembershipState } from './membership-state';
import type { MemberId, View } from './view';

export type Verdict =
  /** This member knows the reason for each change. */
  | 'explained'
  /** The same members again, or in another order around the ring: harmless, and M20 limits how often. */
  | 'unexplained'
  /** It would remove or admit somebody without a reason that is known here. */
  | 'unconfirmed';

/** A member that was gone a moment ago may be heard again when the view that leaves it out is carried on. */
const goneForMs = 30_000;

/** May `view` follow the installed one? */
export function judge(state: MembershipState, view: View, nowMs: number): Verdict {
  const { installed } = state;
  if (!installed || view.lineage !== installed.lineage) return 'unconfirmed';
  const stays = (member: MemberId): boolean => view.members.includes(member);
  const kept = installed.members.filter(stays);
  const added = view.members.slice(kept.length);
  if (kept.some((member, rank) => view.members[rank] !== member)) return 'unconfirmed';
  if (added.some((member) => !state.succession.decided.has(member))) return 'unconfirmed';
  const lacking = installed.members.filter((member) => !stays(member));
  if (lacking.length > 0) {
    const gone = goneMembers(state, nowMs);
    const wasGone = (member: MemberId): boolean =>
      nowMs - (state.succession.goneMs.get(member) ?? -Infinity) < goneForMs;
    if (lacking.some((member) => !gone.has(member) && !wasGone(member))) return 'unconfirmed';
  }
  const present = installed.ring.map((rank) => installed.members[rank]);
  const plain = [...present.filter(stays), ...added];
  if (isSameAround(view, plain)) {
    const hasReason = lacking.length + added.length > 0 || state.attemptAfter >= installed.generation;
    return hasReason ? 'explained' : 'unexplained';
  }
  const isAsked = state.succession.mayReorder || state.ringOrder !== undefined;
  return isAsked || brokenLinks(state, view.members).isNeededBy(plain) ? 'explained' : 'unexplained';
}

/** Members that may go, as far as this member knows: lost, mute, gone, kicked, or in dispute with two others. */
export function goneMembers(state: MembershipState, nowMs: number): ReadonlySet<MemberId> {
  const members = state.installed?.members ?? [];
  const broken = brokenLinks(state, members);
  return new Set([
    ...lostMembers(state),
    ...muteMembers(state, nowMs),
    ...state.leavers.keys(),
    ...state.kick.keys(),
    ...(broken.pairs.length > 1 ? members.filter((member) => broken.count(member, members) > 1) : []),
  ]);
}

/** Is this the view's ring, wherever it begins? */
export function isSameAround({ ring, members }: View, order: readonly MemberId[]): boolean {
  const around = ring.map((rank) => members[rank]);
  const start = around.indexOf(order[0]);
  return (
    around.length === order.length &&
    order.every((member, i) => around[(start + i) % around.length] === member)
  );
}
