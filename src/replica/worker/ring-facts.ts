// The facts of the ring by which the page acts.
import type { RingMember } from '../../train/member/ring-member';
import { committedStep } from './committed-step';
import type { RingFacts } from './worker-messages';

export function ringFactsOf(member: RingMember): RingFacts {
  return {
    members: member.membership.view?.members ?? [],
    linked: member.hub.peers(),
    phase: member.phase.kind,
    step: committedStep(member),
  };
}
