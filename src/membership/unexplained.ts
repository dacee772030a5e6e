// Changes of the view for which this member observed no cause (M20a): each member may have one in 10 s, and three a minute. The
// member that wants more is named, and no longer heard in this respect until a minute has passed.
import type { MembershipState } from './membership-state';
import type { Transition } from './transition';
import type { MemberId } from './view';

const apartMs = 10_000;
const windowMs = 60_000;
const mostInWindow = 3;

/** Did this member see a link fail lately, or an attempt of its own? */
export function hasCause({ unexplained }: MembershipState, nowMs: number): boolean {
  return nowMs - unexplained.causeMs < apartMs;
}

export function noteCause({ state, nowMs }: Transition): void {
  state.unexplained = { ...state.unexplained, causeMs: nowMs };
}

/** Counts one; false: not now. */
export function allowUnexplained(transition: Transition, member: MemberId): boolean {
  const { state, nowMs } = transition;
  const { byMember } = state.unexplained;
  const before = byMember.get(member);
  const times = (before?.times ?? []).filter((ms) => nowMs - ms < windowMs);
  const last = times.at(-1);
  if (last !== undefined && nowMs - last < apartMs && times.length < mostInWindow) return false;
  const isAllowed = times.length < mostInWindow;
  const isNamed = nowMs - (before?.namedMs ?? -Infinity) < windowMs;
  if (!isAllowed && isNamed) return false;
  if (!isAllowed) transition.effects.push({ kind: 'offence', peer: member });
  const entry = {
    times: isAllowed ? [...times, nowMs] : times,
    namedMs: isAllowed ? (before?.namedMs ?? -Infinity) : nowMs,
  };
  const others = [...byMember].filter(([other]) => other !== member);
  state.unexplained = { ...state.unexplained, byMember: new Map([...others.slice(-63), [member, entry]]) };
  return isAllowed;
}

/** A link to the peer failed, or the peer is no longer heard. */
export function noteFailure(transition: Transition, peer: MemberId): void {
  if (transition.state.installed?.members.includes(peer)) noteCause(transition);
}
