// What a trainer announces to its surroundings.
import type { DropReason } from '../../collectives/frame-router';
import type { ReduceFrame } from '../../collectives/reduce-frame';
import type { Notice } from '../context/trainer-deps';
import type { Decision } from '../decide/decision';
import type { StepRecord } from '../metrics/step-record';
import type { Changed } from '../run/changed';

export interface TrainerEvents {
  readonly change: undefined;
  /** Another run's state is held or followed now. */
  readonly run: undefined;
  /** A state that it had before is the ring's again. */
  readonly 'caught-up': { readonly why: string };
  /** A step is committed. */
  readonly step: StepRecord;
  /** What changed in the run, by the decision that did it. */
  readonly changed: Changed;
  /** What the header of this round came to. */
  readonly decision: { readonly round: number; readonly decision: Decision };
  readonly notice: Notice;
  /** A frame of a sum that this view cannot use. */
  readonly dropped: { readonly frame: ReduceFrame; readonly why: DropReason };
  /** Another engine computes here now. */
  readonly engine: undefined;
}
