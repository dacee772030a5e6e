// What a header comes to. All members compute the same one from the same records (decide.ts).
import type { MemberId } from '../../membership/view';
import type { RunState } from '../run/run-state';
import type { StepDecision } from '../schedule/step-decision';
import type { AgreedState } from './compare-states';
import type { Offender } from './judge-accusations';

export type Decision =
  /** Some hold an older or another state, or none: they begin to ride from what the sources hold; then a new header. */
  | ({ readonly kind: 'catch-up' } & AgreedState)
  /** Riders that cannot follow, or that alone may still save a state: the others look again at the next header. */
  | { readonly kind: 'wait'; readonly catchingUp: readonly number[]; readonly reason: string }
  /** Nobody holds a state: rank 0 begins the run. */
  | { readonly kind: 'create'; readonly reason: string }
  /** Rank 0 makes the initial parameters; the others then heal from it (E0). */
  | { readonly kind: 'initialize'; readonly reason: string }
  /** A decision without a step: all replace their run state by this one. */
  | {
      readonly kind: 'transition';
      readonly state: RunState;
      /** Whose part of a sum was refused in the attempt before, or who claims a part that it has not. */
      readonly offenders?: readonly Offender[];
      readonly reason: string;
    }
  /** The coordinator proposes a view with these members added or removed; all wait for it. */
  | {
      readonly kind: 'change-view';
      readonly add: readonly MemberId[];
      readonly remove: readonly MemberId[];
      readonly reason: string;
    }
  /** Rank 0 proposes the same members in another order around the ring; all wait for it (M11). */
  | { readonly kind: 'reorder-ring'; readonly reason: string }
  /** Reduce and finish step `state.step + 1`. */
  | StepDecision
  /** Nothing to do until somebody asks for something. */
  | { readonly kind: 'idle'; readonly reason: string };
