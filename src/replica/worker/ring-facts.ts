// The facts of the ring by which the page acts.
import type { RingMember } from '../../train/member/ring-member';
import { committedStep } from './committed-step';
import { unknownDoor, type Door } from '../../net/room/door';
import type { RunState } from '../../train/run/run-state';
import type { RingFacts } from './worker-messages';

export function ringFactsOf(member: RingMember): RingFacts {
  return {
    members: member.membership.view?.members ?? [],
    linked: member.hub.peers(),
    phase: member.phase.kind,
    step: committedStep(member),
    door: doorOf(member.state),
    name: member.names.known,
    hidesNames: (member.membership.view && member.state?.room?.areNamesHidden) ?? false,
  };
}

/** The facts of a replica that could not begin. */
export const failedFacts: RingFacts = {
  members: [],
  linked: [],
  phase: 'failed',
  step: 0,
  door: unknownDoor,
  name: undefined,
  hidesNames: false,
};

function doorOf(state: RunState | undefined): Door {
  if (!state) return unknownDoor;
  const { door = 'open', admitted = [], host } = state.room ?? {};
  return { kind: door, admitted, refused: state.kicked, host };
}
