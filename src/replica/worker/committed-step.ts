// The number of committed steps. The step that a replica finished last may be repeated: the next header commits it.
import type { RingMember } from '../../train/member/ring-member';

export function committedStep({ replica, trainer }: RingMember): number {
  return (replica.held?.state.step ?? 0) - (trainer.isTentative ? 1 : 0);
}
