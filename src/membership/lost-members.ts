// Who of the installed view is gone, by what the members say about their links: pure. Up to 8 everyone watches
// everyone. Above, a member is watched by those it has a link with; a report counts only if its author can be reached
// from here over links that nobody lost, for the dead said that they hear each other; and whoever stands behind lost
// members only is as lost as they are.
import { fullMeshLimit, linksNeeded } from './links-needed';
import type { MembershipState } from './membership-state';
import type { MemberId, View } from './view';

/** Lost by someone in the view and heard by no live member of it; or, above 8, reached over such members only. */
export function lostMembers(state: MembershipState): readonly MemberId[] {
  const { installed, self, lost, hears, reports, leavers } = state;
  if (!installed) return [];
  if (lost.size === 0 && [...reports.values()].every((report) => report.lost.length === 0)) return [];
  const isMesh = installed.members.length <= fullMeshLimit;
  const reached = isMesh ? undefined : reachedFrom(state, installed, new Set());
  const speaks = (member: MemberId): boolean =>
    reports.has(member) && !leavers.has(member) && (reached ? reached.has(member) : !lost.has(member));
  const seen = installed.members.filter((member) => {
    if (member === self || hears.has(member) || leavers.has(member)) return false;
    const others = installed.members.filter((other) => other !== member && other !== self && speaks(other));
    const isLost = lost.has(member) || others.some((other) => reports.get(other)!.lost.includes(member));
    return isLost && !others.some((other) => reports.get(other)!.hears.includes(member));
  });
  if (isMesh || seen.length === 0) return seen;
  const behind = reachedFrom(state, installed, new Set(seen));
  return installed.members.filter((member) => !behind.has(member) && !leavers.has(member));
}

/** A member whose link lives but that never spoke in this view stands elsewhere: in no view, or another lineage. */
export const muteMs = 8_000;

/** Heard over their links, but not a word as members of this view: they went outside and nobody noticed. */
export function muteMembers(state: MembershipState, nowMs: number): ReadonlySet<MemberId> {
  const { installed, installedMs, hears, reports } = state;
  const isMute = (member: MemberId): boolean =>
    hears.has(member) && nowMs - (reports.get(member)?.heardMs ?? installedMs) >= muteMs;
  return new Set(installed?.members.filter(isMute));
}

/** Those whose word cannot be had. Up to 8 the links of this member tell; above, it has links with few of them. */
export function unreachableMembers(state: MembershipState): ReadonlySet<MemberId> {
  const { installed, lost } = state;
  return installed && installed.members.length > fullMeshLimit ? new Set(lostMembers(state)) : lost;
}

/** Whom a message from here comes to without `gone`, if every link works that its live end has not lost (M10). */
function reachedFrom(state: MembershipState, view: View, gone: ReadonlySet<MemberId>): ReadonlySet<MemberId> {
  const { self, reports } = state;
  const reached = new Set([self]);
  for (const member of reached) {
    const { hears, lost } = member === self ? said(state) : (reports.get(member) ?? nothingSaid);
    for (const next of [...hears, ...linksNeeded(view, member)])
      if (!lost.includes(next) && !gone.has(next) && view.members.includes(next)) reached.add(next);
  }
  return reached;
}

const nothingSaid = { hears: [], lost: [] } as const;

function said({ hears, lost }: MembershipState): {
  readonly hears: readonly MemberId[];
  readonly lost: readonly MemberId[];
} {
  return { hears: [...hears], lost: [...lost] };
}
