// What this member says of itself in its view again and again (M13): whom it hears, and whom it lost. It repairs what a
// closed link lost. A neighbour answers one that is behind.
import type { MembershipMessage } from './messages';
import type { Transition } from './transition';
import type { MemberId } from './view';

/** Neighbours get this member's status at least this often, which repairs messages lost with a closed link. */
export const statusEveryMs = 1_000; // M13

export function sendStatus(transition: Transition, mute: ReadonlySet<MemberId>): void {
  const { state, nowMs } = transition;
  const { installed } = state;
  if (!installed) return;
  const { lineage, generation } = installed;
  const { attemptAfter } = state;
  // Who hears a member that went outside tells those that cannot.
  const isGone = (member: MemberId): boolean => mute.has(member) || state.kick.has(member);
  const message = {
    kind: 'status' as const,
    lineage,
    generation,
    hears: installed.members.filter((member) => state.hears.has(member) && !isGone(member)),
    lost: installed.members.filter((member) => state.lost.has(member) || isGone(member)),
    attemptAfter,
  };
  const text = JSON.stringify(message);
  const hasNews = text !== state.lastStatus;
  const isDue = nowMs >= state.statusDueMs;
  state.lastStatus = text;
  if (hasNews) transition.broadcast(installed, message);
  if (hasNews || isDue) transition.sendToNeighbours(message, hasNews ? installed.members : []);
  else if (transition.greeted !== undefined) transition.send(transition.greeted, message);
  if (!isDue) return;
  state.statusDueMs = nowMs + statusEveryMs;
  // A member without a status in this view may not know the view.
  if (nowMs - state.installedMs >= statusEveryMs)
    for (const member of installed.members)
      if (state.hears.has(member) && !state.reports.has(member))
        transition.send(member, { kind: 'install', view: installed });
}

/** The neighbours of a member that is behind answer it. A relayed answer of every member would be a flood. */
export function answerStatus(
  transition: Transition,
  from: MemberId,
  { lineage, generation }: MembershipMessage & { kind: 'status' },
): void {
  const { installed, hears } = transition.state;
  if (!installed) return;
  if (lineage !== installed.lineage)
    transition.effects.push({ kind: 'contact', peer: from, lineage, generation });
  else if (generation < installed.generation && hears.has(from)) {
    const kind = installed.members.includes(from) ? 'install' : 'not-a-member';
    transition.send(from, { kind, view: installed });
  }
}
