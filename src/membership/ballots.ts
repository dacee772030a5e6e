// Who may use which ballot (M16). Ballot b belongs to the member of rank b mod N of the previous view. An acceptor
// promises only ballots that are near: so nobody uses them up. Invariant: ballots of a view of N members rise by at
// most N a second beyond those that were promised, and the same proposer may not outbid others for ever.
import type { MembershipState } from './membership-state';
import type { Transition } from './transition';
import { rankOf, type MemberId, type View } from './view';

/** A proposal without a quorum in this time is given up for a higher ballot: about 20 round trips of a slow link. */
export const proposalTimeoutMs = 1_000; // M6a
/** The pause after a refusal, per rank: so two proposers do not collide again. */
export const backOffPerRankMs = 150;
/** An acceptor that gave a proposer two ballots of one succession gives it no further one for so long: longer than
 *  others hold back (M6b), so that it is their turn. */
const repeatAfterMs = 4_000;
const quickBallots = 2;
const mostPatience = 8;

/** One hostile member must not decide from this size on (M15 to M20): two members speak for a fact. */
const guardedSize = 4;

export function isGuarded({ members }: View): boolean {
  return members.length >= guardedSize;
}

export function ownsBallot(view: View, member: MemberId, ballot: number): boolean {
  return rankOf(view, member) === ballot % view.members.length;
}

/** The lowest ballot of this member above `above`. */
export function nextBallot(view: View, member: MemberId, above: number): number {
  const size = view.members.length;
  const first = above + 1;
  return first + ((rankOf(view, member) - (first % size) + size) % size);
}

/** The highest ballot that this acceptor promises now. It rises with time, so that members which missed ballots follow. */
export function highestBallot({ promised }: MembershipState, view: View, sinceMs: number): number {
  const size = view.members.length;
  const timeouts = Math.max(0, Math.floor(sinceMs / proposalTimeoutMs));
  return Math.max(promised, view.generation + size * timeouts) + 2 * size;
}

/** Members too busy to answer in time would outbid each other for ever (M6c). So all waits for a member's proposal
 *  double with every ballot of it in this succession after the first. */
export function patience({ succession }: MembershipState, member: MemberId): number {
  return Math.min(mostPatience, 2 ** Math.max(0, (succession.turns.get(member)?.count ?? 0) - 1));
}

export function mostPatient(state: MembershipState): number {
  return Math.max(1, ...[...state.succession.turns.keys()].map((member) => patience(state, member)));
}

/** May this proposer have another ballot now? */
export function hasTurn(
  { succession }: MembershipState,
  view: View,
  member: MemberId,
  nowMs: number,
): boolean {
  const turn = succession.turns.get(member);
  return !isGuarded(view) || !turn || turn.count < quickBallots || nowMs - turn.lastMs >= repeatAfterMs;
}

/** A ballot of this member was promised. */
export function takesTurn(transition: Transition, member: MemberId): void {
  const { turns } = transition.state.succession;
  const count = (turns.get(member)?.count ?? 0) + 1;
  transition.setSuccession({ turns: new Map([...turns, [member, { count, lastMs: transition.nowMs }]]) });
}
