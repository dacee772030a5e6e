// The offences of a member in a collective (C3, S11).
import type { Saying, SayingOf } from '../base/sayings';
import type { MemberId } from '../membership/view';

export type OffenceCode =
  | 'not-a-sender' // this member sends nothing to this one in this collective
  | 'wrong-chunk' // no such chunk, or the sender never sends it to this position in this phase
  | 'wrong-segment'
  | 'wrong-offset'
  | 'wrong-length'
  | 'duplicate'
  | 'too-early'; // a whole sum before this replica has sent its contribution to it

/** Offences of a sender after which the right segment will not come, so that the sum cannot become whole. */
export const misshapen: ReadonlySet<OffenceCode> = new Set([
  'wrong-chunk',
  'wrong-segment',
  'wrong-offset',
  'wrong-length',
]);

export interface Offence {
  readonly peer: MemberId;
  readonly code: OffenceCode;
  /** The offence with the place of the frame. */
  readonly says: Saying;
}

/** What is wrong with a frame, without its place. */
export type OffenceSaying = SayingOf<OffenceCode>;

/** A member sent bytes that no honest member sends: it is to blame that this attempt is over (S11, S13c). */
export class RefusedError extends Error {
  override name = 'RefusedError';
  constructor(
    readonly member: MemberId,
    message: string,
  ) {
    super(message);
  }
}

/** Why a segment of a sum is unfit. */
export interface UnfitSum {
  readonly kind: 'non-finite' | 'outlier';
  readonly message: string;
}

/** The whole sum is unfit although every received part was fit: this replica's own contribution makes it so. */
export class OwnPartError extends Error {
  override name = 'OwnPartError';
  constructor(readonly kind: UnfitSum['kind']) {
    super(`this replica’s own part makes the sum ${kind}`);
  }
}
