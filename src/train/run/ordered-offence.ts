// The host may order a member to spoil its part of one step (`poison`). All members apply the command at one header, so all
// know why that part will be refused: nobody is to blame (S22a). The run state remembers the order among the offences, as one
// that the member reports of itself, which no member can.
import type { MemberId } from '../../membership/view';
import type { RunState } from './run-state';

/** Offences in all: three of each of 64 members. */
export const remembered = 192;

/** The part of the step under way. */
export function withOrder(state: RunState, member: MemberId): RunState {
  const order = { member, step: state.step + 1, by: member };
  return { ...state, offences: [...state.offences, order].slice(-remembered) };
}

export function isOrder({ member, by }: RunState['offences'][number]): boolean {
  return by === member;
}

export function isOrdered(offences: RunState['offences'], member: MemberId, step: number): boolean {
  return offences.some((one) => isOrder(one) && one.member === member && one.step === step);
}
