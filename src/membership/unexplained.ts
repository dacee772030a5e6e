// Changes of the view for which this member saw no cause (M20a): each member may have one in 10 s, and three a minute. The
// member that wants more is named, and no longer heard in this respect until a minute has passed.
import type { MembershipState } from './membership-state';
import type { Transition } from './transition';
import type { MemberId } from './view';

const apartMs = 10_000;
const windowMs = 60_000;
const mostInWindow = 3;

/** Did this member see a link fail lately, or an attempt of its own? */
export function hasCause({ causeMs }: MembershipState, nowMs: number): boolean {
  return nowMs - causeMs < apartMs;
}

/** Counts one; false: not now. */
export function allowUnexplained(transition: Transition, member: MemberId): boolean {
  const { state, nowMs } = transition;
  const before = state.unexplained.get(member);
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
  const others = [...state.unexplained].filter(([other]) => other !== member);
  state.unexplained = new Map([...others.slice(-63), [member, entry]]);
  return isAllowed;
}
