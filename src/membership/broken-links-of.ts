// The broken links between members, as far as this member knows: what it lost itself, and what others report.
import { BrokenLinks } from './broken-links';
import type { MembershipState } from './membership-state';
import type { MemberId } from './view';

export function brokenLinks(state: MembershipState, members: readonly MemberId[]): BrokenLinks {
  const broken = new BrokenLinks();
  const add = (by: MemberId, lost: Iterable<MemberId>): void => {
    for (const member of lost) if (members.includes(member)) broken.add(by, member);
  };
  add(state.self, state.lost);
  for (const [by, { lost }] of state.reports) if (members.includes(by)) add(by, lost);
  return broken;
}

/** Is the link broken, as far as this member knows: did it lose the other, or did one of them report that? */
export function isBrokenLink(state: MembershipState, a: MemberId, b: MemberId): boolean {
  return brokenLinks(state, [a, b, state.self]).has(a, b);
}
