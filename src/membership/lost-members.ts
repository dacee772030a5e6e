// The lost members of the installed view, from the members' reports about their links: pure. Up to 8 members all watch
// all. In larger views a member is watched by the members that have a link with it. Dead members may have reported that
// they hear each other. So there a report counts only if this member can reach its author over links that nobody lost.
// A member that can be reached through lost members only is lost too.
import { fullMeshLimit, linksNeeded } from './links-needed';
import type { MembershipState } from './membership-state';
import type { MemberId, View } from './view';

/** The members that some member lost and no live member hears; above 8 also those reachable through such members only. */
export function lostMembers(state: MembershipState): readonly MemberId[] {
  const { installed, lost, hears, reports, leavers } = state;
  // One input asks several times. The collections are immutable, so the same ones give the same answer.
  const known = knownLost.get(reports);
  if (known && known.installed === installed && known.lost === lost)
    if (known.hears === hears && known.leavers === leavers) return known.members;
  const members = findLost(state);
  knownLost.set(reports, { installed, lost, hears, leavers, members });
  return members;
}

interface KnownLost extends Pick<MembershipState, 'installed' | 'lost' | 'hears' | 'leavers'> {
  readonly members: readonly MemberId[];
}

const knownLost = new WeakMap<MembershipState['reports'], KnownLost>();

function findLost(state: MembershipState): readonly MemberId[] {
  const { installed, self, lost, hears, reports, leavers } = state;
  if (!installed) return [];
  if (lost.size === 0 && !someLost(reports)) return [];
  const isMesh = installed.members.length <= fullMeshLimit;
  const reached = isMesh ? undefined : reachedFrom(state, installed, new Set());
  const reportedLost = new Set<MemberId>();
  const reportedHeard = new Set<MemberId>();
  for (const author of installed.members) {
    const report = reports.get(author);
    const counts = report && author !== self && !leavers.has(author);
    if (!counts || !(reached ? reached.has(author) : !lost.has(author))) continue;
    for (const member of report.lost) if (member !== author) reportedLost.add(member);
    for (const member of report.hears) if (member !== author) reportedHeard.add(member);
  }
  const seen = installed.members.filter((member) => {
    if (member === self || hears.has(member) || leavers.has(member)) return false;
    return (lost.has(member) || reportedLost.has(member)) && !reportedHeard.has(member);
  });
  if (isMesh || seen.length === 0) return seen;
  const reachedWithout = reachedFrom(state, installed, new Set(seen));
  return installed.members.filter((member) => !reachedWithout.has(member) && !leavers.has(member));
}

function someLost(reports: MembershipState['reports']): boolean {
  for (const report of reports.values()) if (report.lost.length > 0) return true;
  return false;
}

/** A member with a live link that sends no status of this view for so long is in no view, or in another lineage. */
const muteMs = 8_000;

/** Members with a live link that send no status of this view: they went outside, and nobody noticed. */
export function muteMembers(state: MembershipState, nowMs: number): ReadonlySet<MemberId> {
  const { installed, installedMs, hears, reports } = state;
  const isMute = (member: MemberId): boolean =>
    hears.has(member) && nowMs - (reports.get(member)?.heardMs ?? installedMs) >= muteMs;
  return new Set(installed?.members.filter(isMute));
}

/** Members whose vote cannot be had. Up to 8 this member's links show them; above 8 it has links with few members. */
export function unreachableMembers(state: MembershipState): ReadonlySet<MemberId> {
  const { installed, lost } = state;
  return installed && installed.members.length > fullMeshLimit ? new Set(lostMembers(state)) : lost;
}

/** The members that a message from here reaches without `gone`, if every link works that its live end has not lost
 *  (M10a). */
function reachedFrom(state: MembershipState, view: View, gone: ReadonlySet<MemberId>): ReadonlySet<MemberId> {
  const { self, reports } = state;
  const needed = linksOf(view);
  const reached = new Set([self]);
  for (const member of reached) {
    const { hears, lost } = member === self ? state : (reports.get(member) ?? noReport);
    const lostHere = new Set(lost);
    const pass = (next: MemberId): void => {
      if (needed.has(next) && !gone.has(next) && !lostHere.has(next)) reached.add(next);
    };
    hears.forEach(pass);
    needed.get(member)?.forEach(pass);
  }
  return reached;
}

/** Member → the links that it needs, of every member of the view. Each input asks for all of them, and a view never
 *  changes. */
function linksOf(view: View): ReadonlyMap<MemberId, readonly MemberId[]> {
  let links = knownLinks.get(view);
  if (!links) {
    links = new Map(view.members.map((member) => [member, linksNeeded(view, member)]));
    knownLinks.set(view, links);
  }
  return links;
}
const knownLinks = new WeakMap<View, ReadonlyMap<MemberId, readonly MemberId[]>>();

const noReport: Pick<MembershipState, 'hears' | 'lost'> = { hears: new Set(), lost: new Set() };
