// Does this set of acknowledgers install the next view? Pure, and says why. Any two quorums of one view share a
// member: more than half of it, or exactly half with its most senior member among them. Announced leavers do not
// count: their goodbye carried their last promise and acknowledgement (membership.ts), so their word is in already.
import type { MemberId, View } from './view';

export interface QuorumAnswer {
  readonly installed: boolean;
  readonly reason: string;
}

/** `previous`: the view whose members decide. Acknowledgers outside it, or among the leavers, do not count (M4). */
export function quorum(
  previous: View,
  acknowledgers: Iterable<MemberId>,
  leavers: Iterable<MemberId>,
): QuorumAnswer {
  const gone = new Set(leavers);
  const counted = previous.members.filter((member) => !gone.has(member));
  if (counted.length === 0) return { installed: false, reason: 'every member has left' };
  const said = new Set(acknowledgers);
  const yes = counted.filter((member) => said.has(member)).length;
  const of = `${yes} of ${counted.length} members`;
  if (2 * yes > counted.length) return { installed: true, reason: `${of}: more than half` };
  if (2 * yes < counted.length) return { installed: false, reason: `${of}: less than half` };
  if (said.has(counted[0])) return { installed: true, reason: `${of}: half, with the most senior` };
  return { installed: false, reason: `${of}: half, without the most senior` };
}
