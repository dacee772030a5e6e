// Lineages (S4): how one begins, and how a member leaves one. Without a quorum only the host's permission, or the lone
// survivor of two, may begin a new lineage.
import type { MembershipState, Permit } from './membership-state';
import type { Transition } from './transition';
import type { MemberId, View } from './view';

/** The name of a lineage that this member begins: a function of its seed and of the view that it leaves. */
export function newLineage(state: MembershipState, lineage: string, generation: number): string {
  return state.random(state.seed, state.self, lineage, generation).uint32().toString(16).padStart(8, '0');
}

/** The host's permission for exactly this view, if it gave one. */
export function permitFor({ permit }: MembershipState, { lineage, generation }: View): Permit | undefined {
  return permit?.lineage === lineage && permit.generation === generation ? permit : undefined;
}

export function seniorOf(installed: View, { peers }: Permit): MemberId | undefined {
  return installed.members.find((member) => peers.includes(member));
}

/** Begins a new lineage of `peers` that are heard and of this member. It needs the lack of a quorum, and keeps seniority. */
export function fork(transition: Transition, peers: readonly MemberId[]): void {
  const { state } = transition;
  const { installed } = state;
  if (!installed || state.noQuorumSinceMs === undefined) return;
  const chosen = new Set([...peers.filter((peer) => state.hears.has(peer)), state.self]);
  const members = installed.members.filter((member) => chosen.has(member));
  const ring = installed.ring
    .map((rank) => members.indexOf(installed.members[rank]))
    .filter((rank) => rank >= 0);
  const { lineage, generation } = installed;
  const view = {
    lineage: newLineage(state, lineage, generation),
    generation: Math.max(generation, state.promised) + 1,
    members,
    ring,
  };
  for (const to of members) transition.send(to, { kind: 'fork', view, lineage, generation });
  enterLineage(transition, view);
}

export function enterLineage(transition: Transition, view: View): void {
  const { installed } = transition.state;
  transition.abandon();
  transition.install(view, installed);
}

/** Leaves for another lineage. To the members of this one it is a goodbye, because this member votes no more. */
export function abandon(transition: Transition): void {
  sendGoodbye(transition);
  transition.abandon();
}

export function sendGoodbye(transition: Transition): void {
  const { installed, promised, acked } = transition.state;
  if (installed) transition.broadcast(installed, { kind: 'leave', promised, acked, installed });
}
