// What a member missed that is one decision behind all current members. It follows from its own run state and theirs,
// which the agreed digest vouches for (T3). A step needs its sum; a decision without a step needs nothing. Pure.
import { afterStep } from '../decide/plan-step';
import { canonical } from '../run/run-config';
import type { RunState } from '../run/run-state';
import type { AttemptedStep } from '../commit/attempted-step';

export type Missed =
  /** The tensors stay as they are: no step, or one that all skipped. */
  | { readonly kind: 'decision' }
  /** `tried`: this member took part in it, and so knows its record. */
  | {
      readonly kind: 'step';
      readonly learningRate: number;
      readonly exampleCount: number;
      readonly attempted: AttemptedStep | undefined;
    };

/** Undefined: it missed more than one decision, and only a snapshot helps (J4). */
export function missedStep(
  before: RunState,
  after: RunState,
  attempted: AttemptedStep | undefined,
): Missed | undefined {
  const isNext =
    after.version === before.version + 1 &&
    after.run === before.run &&
    before.initialized &&
    after.initialized;
  if (!isNext) return undefined;
  const exampleCount = after.examples - before.examples;
  if (after.step === before.step || (after.step === before.step + 1 && exampleCount === 0))
    return { kind: 'decision' };
  if (after.step !== before.step + 1 || exampleCount < 1 || !before.plan) return undefined;
  const isThat =
    attempted?.before.version === before.version &&
    canonical(afterStep(before, attempted.decision, false)) === canonical(after);
  const { learningRate } = before.plan;
  return { kind: 'step', learningRate, exampleCount, attempted: isThat ? attempted : undefined };
}
