// The facts of the ring by which the page acts.
import type { RingMember } from '../../train/member/ring-member';
import { unknownDoor, type Door } from '../../net/room/door';
import type { RingFacts } from './worker-messages';

export function ringFactsOf(member: RingMember): RingFacts {
  return {
    members: member.membership.view?.members ?? [],
    linked: member.hub.peers(),
    phase: member.phase.kind,
    step: committedStep(member),
    door: doorOf(member),
    name: member.names.known,
    hidesNames: member.membership.view !== undefined && member.board.document.areNamesHidden === true,
    onlyWebRtc: member.board.document.onlyWebRtc === true,
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
  onlyWebRtc: false,
};

/** H14e: in a view it may not know the room yet. */
function doorOf({ state, board, membership }: RingMember): Door {
  if (!state || (membership.view && !board.isKnown)) return unknownDoor;
  const { door = 'open', admitted = [] } = board.document;
  return { kind: door, admitted, refused: state.kicked, host: state.room?.host };
}

/** The number of committed steps. The step that a replica finished last may be repeated: the next header commits it. */
export function committedStep({ replica, trainer }: RingMember): number {
  return (replica.held?.state.step ?? 0) - (trainer.isTentative ? 1 : 0);
}
