// The learning rate as a pure function of the step. All replicas compute it when they plan a step, so it uses only
// + − × ÷ √ (E3). The cosine is that of base/trig.ts, equal on every engine.
import { assert } from '../../base/assert';
import { direction } from '../../base/trig';

export interface Schedule {
  readonly kind: 'constant' | 'linear' | 'cosine';
  /** Steps of linear warm-up: step s of them (from 0) has (s + 1) / warmupSteps of the rate. 0: no warm-up. */
  readonly warmupSteps: number;
  /** Where linear and cosine decay end, as a fraction of the base rate. */
  readonly finalFraction: number;
}

/** The f32 learning rate of step 0 … totalSteps − 1. Decay runs from the last step of the warm-up, at the base rate,
 *  to the run's last step, at the final fraction. Later steps keep it. */
export function scheduledRate(
  schedule: Schedule,
  step: number,
  totalSteps: number,
  baseRate: number,
): number {
  assert(
    Number.isInteger(step) && step >= 0 && totalSteps >= 1,
    `step ${step} is a whole number from 0, and the run has steps (${totalSteps})`,
  );
  const { kind, warmupSteps, finalFraction } = schedule;
  if (step < warmupSteps) return Math.fround((baseRate * (step + 1)) / warmupSteps);
  if (kind === 'constant') return Math.fround(baseRate);
  const top = Math.max(0, warmupSteps - 1); // the last step with the whole base rate
  const length = totalSteps - 1 - top;
  const progress = length > 0 ? Math.min(1, (step - top) / length) : 0;
  return Math.fround(baseRate * (finalFraction + (1 - finalFraction) * remaining(kind, progress)));
}

/** Falls from 1 to 0. */
function remaining(kind: 'linear' | 'cosine', progress: number): number {
  switch (kind) {
    case 'linear':
      return 1 - progress;
    case 'cosine':
      return progress === 1 ? 0 : (1 + direction(progress / 2).cos) / 2;
    default:
      throw kind satisfies never;
  }
}
