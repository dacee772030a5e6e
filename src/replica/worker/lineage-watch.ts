// The lineage that this replica is in, and whether it began as a fork: a new lineage without a time outside any view is a
// fork of the last one (S4).
import type { RingMember } from '../../train/member/ring-member';

export class LineageWatch {
  /** undefined: it is in no view. */
  now: string | undefined;
  /** The step after which the lineage before continued as this one; undefined: it is no fork. */
  forkedAfterStep: number | undefined;

  constructor({ membership, replica }: Pick<RingMember, 'membership' | 'replica'>) {
    membership.on('installed', ({ lineage }) => {
      if (this.now !== undefined && this.now !== lineage) this.forkedAfterStep = replica.held?.state.step;
      this.now = lineage;
    });
    membership.on('outside', () => {
      this.now = undefined;
      this.forkedAfterStep = undefined;
    });
  }
}
