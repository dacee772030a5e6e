// Does this set of acknowledgers install the next view? Pure, with the reason. A quorum is more than half of a view, or
// exactly half with its most senior member. So any two quorums of a view share a member. Announced leavers do not count:
// their goodbye carried their last promise and acknowledgement (membership.ts).
import type { MemberId, View } from './view';

export interface QuorumAnswer {
  readonly installed: boolean;
  readonly reason: string;
}

/** `previous`: the view whose members decide. Acknowledgers outside it and leavers do not count (M4, M4a). */
export function quorum(
  previous: View,
  acknowledgers: Iterable<MemberId>,
  leavers: Iterable<MemberId>,
): QuorumAnswer {
  const gone = new Set(leavers);
  const counted = previous.members.filter((member) => !gone.has(member));
  if (counted.length === 0) return { installed: false, reason: 'every member has left' };
  const acknowledged = new Set(acknowledgers);
  const yes = counted.filter((member) => acknowledged.has(member)).length;
  const of = `${yes} of ${counted.length} members`;
  if (2 * yes > counted.length) return { installed: true, reason: `${of}: more than half` };
  if (2 * yes < counted.length) return { installed: false, reason: `${of}: less than half` };
  if (acknowledged.has(counted[0])) return { installed: true, reason: `${of}: half, with the most senior` };
  return { installed: false, reason: `${of}: half, without the most senior` };
}
