// Which later view a member believes, and which view a replica outside takes (M15, M15a, M15b, M5, M5a). In a view of
// four or more one member alone moves nobody: it is believed where this member has acknowledged that view or can
// confirm its content, else when a second member sends the same. A replica outside follows more than half of its
// sponsors.
import { isGuarded } from './ballots';
import { judge } from './content';
import type { MembershipState } from './membership-state';
import type { Transition } from './transition';
import { allowUnexplained } from './unexplained';
import { sameView, type MemberId, type View } from './view';

/** A member without a quorum for so long follows a later view that consists of others. */
const unheardMs = 10_000;
const mostVoices = 64;

/** Installs a decided view that this member believes. The decider sends it to all its members. Every other member passes
 *  it on once to the members that it hears, so that it reaches all (M5). */
export function enter(transition: Transition, view: View, isDecider = false): void {
  const { state } = transition;
  const message = { kind: 'install', view } as const;
  if (!view.members.includes(state.self)) {
    if (isDecider) transition.broadcast(view, message); // it carried on a view without itself
    return transition.removed(view);
  }
  transition.install(view);
  if (isDecider) transition.broadcast(view, message);
  else for (const to of state.hears) if (view.members.includes(to)) transition.send(to, message);
}

function isFloored({ state }: Transition, view: View): boolean {
  const floor = state.floors.get(view.lineage);
  return floor !== undefined && view.generation <= floor;
}

/** `from` said so over its own link. */
export function hearView(transition: Transition, from: MemberId, view: View): void {
  const { state } = transition;
  const { installed } = state;
  if (installed) {
    if (view.lineage !== installed.lineage || view.generation <= installed.generation) return;
    if (!installed.members.includes(from) && !view.members.includes(from)) return;
  } else if (isFloored(transition, view) || !state.sponsors.includes(from)) return;
  const others = [...state.succession.voices].filter(([member]) => member !== from);
  transition.setSuccession({ voices: new Map([...others.slice(1 - mostVoices), [from, view]]) });
  considerVoices(transition);
}

/** Also after every input, because this member may confirm now what it could not before. */
export function considerVoices(transition: Transition): void {
  const { state } = transition;
  const { installed } = state;
  for (const [from, view] of state.succession.voices) {
    if (!(installed ? isBelieved(transition, installed, from, view) : isOfSponsors(state, view))) continue;
    return enter(transition, view);
  }
}

function isBelieved(transition: Transition, installed: View, from: MemberId, view: View): boolean {
  const { state, nowMs } = transition;
  const { self, lost, leavers, acked, kick, noQuorumSinceMs } = state;
  const same = [...state.succession.voices]
    .filter(([, other]) => sameView(other, view))
    .map(([member]) => member);
  const members = same.filter((member) => installed.members.includes(member));
  if (members.length > 0 && !isGuarded(installed)) return true;
  if (members.length > 1) return true;
  if (noQuorumSinceMs !== undefined && nowMs - noQuorumSinceMs >= unheardMs)
    if (2 * same.filter((member) => view.members.includes(member)).length > view.members.length) return true;
  if (members.length === 0) return false;
  const isUnheard = (member: MemberId): boolean =>
    member === self || members.includes(member) || lost.has(member) || leavers.has(member);
  if (installed.members.every(isUnheard)) return true;
  if (!view.members.includes(self)) return kick.has(self);
  if (acked && sameView(acked.view, view)) return true;
  const verdict = judge(state, view, nowMs);
  if (verdict === 'unexplained') return from === members[0] && allowUnexplained(transition, from);
  return verdict === 'explained';
}

function isOfSponsors({ self, succession, sponsors }: MembershipState, view: View): boolean {
  if (!view.members.includes(self)) return false;
  const same = sponsors.filter((sponsor) => {
    const other = succession.voices.get(sponsor);
    return other !== undefined && sameView(other, view);
  });
  return 2 * same.length > sponsors.length;
}
