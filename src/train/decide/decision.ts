// The decision of a header. All members compute the same one from the same records (decide.ts).
import type { MemberId } from '../../membership/view';
import type { RunState } from '../run/run-state';
import type { StepDecision } from './step-decision';
import type { AgreedState } from './compare-states';
import type { Offender } from './judge-accusations';

export type Decision =
  /** The targets hold an older state, another one, or none: they begin to catch up. Then a new header opens. */
  | ({ readonly kind: 'catch-up' } & AgreedState)
  /** All wait for members that cannot follow while they catch up, or that alone may still bring a state. */
  | { readonly kind: 'wait'; readonly catchingUp: readonly number[]; readonly reason: string }
  /** No member holds a state: rank 0 begins the run. */
  | { readonly kind: 'create'; readonly reason: string }
  /** The member of this rank makes the initial parameters, or brings a saved run; the others then fetch them (E0). */
  | { readonly kind: 'initialize'; readonly rank: number; readonly reason: string }
  /** A decision without a step: all members replace their run state by this one. */
  | {
      readonly kind: 'transition';
      readonly state: RunState;
      /** Members whose part of a sum was refused in the attempt before, or who announced a wrong contribution (S11). */
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
  /** The same members in another order around the ring; all wait for it. `order`: every member asks for this one (S21a);
   *  undefined: rank 0 proposes one (M11). */
  | { readonly kind: 'reorder-ring'; readonly order?: readonly MemberId[]; readonly reason: string }
  /** Reduce and finish step `state.step + 1`. */
  | StepDecision
  /** Nothing to do until a command, a newcomer or a change of the links. */
  | { readonly kind: 'idle'; readonly reason: string };
