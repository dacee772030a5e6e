// How the parts of a ring member reach the person at this device: names, notices, and the phase of the replica.
import type { Saying } from '../../base/sayings';
import type { MemberId } from '../../membership/view';
import type { Phase, ReplicaErrorCode } from '../context/phase';
import type { Notify } from '../context/trainer-deps';

export interface MemberScreen {
  readonly nameOf: (member: MemberId) => string;
  readonly notify: Notify;
  /** The phase of a replica that is outside. */
  readonly enter: (phase: Phase) => void;
  /** Ends the replica. */
  readonly fail: (code: ReplicaErrorCode, says: Saying) => void;
}
