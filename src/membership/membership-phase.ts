// The phase that a member shows: steady, regrouping, without a quorum, outside, or left.
import type { MembershipPhase, MembershipState } from './membership-state';
import type { Assessment } from './next-view';
import type { Transition } from './transition';
import type { MemberId } from './view';

/** The phase of a member in a view. `noQuorum`: why there is no quorum; `silent`: members whose vote cannot be had. */
export function phaseOf(
  state: MembershipState,
  { wanted, isDisputed }: Assessment,
  noQuorum: string | undefined,
  silent: readonly MemberId[],
  nowMs: number,
): MembershipPhase {
  if (noQuorum !== undefined && state.noQuorumSinceMs !== undefined)
    return { kind: 'no-quorum', reason: noQuorum, gone: silent, sinceMs: state.noQuorumSinceMs };
  if (!wanted && !isDisputed) return { kind: 'steady' };
  const reason = wanted?.reason ?? 'members disagree about who can be heard';
  const gone = wanted
    ? state.installed!.members.filter((member) => !wanted.members.includes(member))
    : silent;
  return { kind: 'regrouping', reason, gone, sinceMs: state.pendingSinceMs ?? nowMs };
}

export function setPhase(transition: Transition, phase: MembershipPhase): void {
  if (JSON.stringify(phase) === JSON.stringify(transition.state.phase)) return;
  transition.state.phase = phase;
  transition.effects.push({ kind: 'phase', phase });
}
