// Why a view can no longer be lived in: what ended the loop, as a value, for the one place that answers it (S8).
import { DeadlineError } from '../../base/deadline';
import { RefusedError } from '../../collectives/offence';
import type { MemberId } from '../../membership/view';
import { EngineError } from '../../model/engine';
import { LinkClosedError } from '../../net/link/link';
import { CatchUpError } from '../catch-up/manifest';
import type { Phase } from '../context/phase';
import { StalledError } from '../header/stalled-error';
import { DoubtError } from './stall-watch';
import { PrepareError } from '../context/trainer-options';
import { WithheldError } from '../reduce/withheld-error';

export type Failure = { readonly name: string; readonly message: string } & (
  | {
      /** This device cannot train the run's configuration. */
      readonly kind: 'cannot-prepare';
      readonly phase: PrepareError['phase'] & Phase;
    }
  | { readonly kind: 'engine'; readonly code: EngineError['code'] }
  | { readonly kind: 'catch-up' }
  /** Only this replica knows that the attempt must be made again: it withholds its gradient, or accuses. */
  | { readonly kind: 'contribution' }
  | { readonly kind: 'link-closed' }
  /** A deadline passed; these members kept it from being met, if any did. */
  | { readonly kind: 'deadline'; readonly members: readonly MemberId[] }
  | { readonly kind: 'other' }
);

/** `missing`: members whose records the current header still lacks. */
export function failureOf(error: unknown, missing: readonly MemberId[]): Failure {
  if (!(error instanceof Error)) return { kind: 'other', name: 'Error', message: String(error) };
  const { name, message } = error;
  if (error instanceof PrepareError) return { kind: 'cannot-prepare', name, message, phase: error.phase };
  if (error instanceof EngineError) return { kind: 'engine', name, message, code: error.code };
  if (error instanceof CatchUpError) return { kind: 'catch-up', name, message };
  if (error instanceof WithheldError || error instanceof RefusedError || error instanceof DoubtError)
    return { kind: 'contribution', name, message };
  if (error instanceof LinkClosedError) return { kind: 'link-closed', name, message };
  if (error instanceof StalledError) return { kind: 'deadline', name, message, members: error.members };
  if (error instanceof DeadlineError) return { kind: 'deadline', name, message, members: missing };
  return { kind: 'other', name, message };
}
