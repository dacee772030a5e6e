// The learning rate of an inner step: the run's schedule, drawn over the inner steps of the whole run. Its shape is that
// of training without local steps; only local arithmetic depends on it (E25).
import { scheduledRate } from '../../optim/schedule/schedule';
import type { RunState } from './run-state';
import { innerStepsOf } from './sync';

/** The rate of inner step `inner` (from 0) of step `state.step + 1`. */
export function innerRate(
  { config, sync, step, learningRate, batchWarmup }: RunState,
  inner: number,
): number {
  const { schedule, steps } = config;
  const times = innerStepsOf(sync);
  return scheduledRate(
    { ...schedule, warmupSteps: schedule.warmupSteps * times },
    step * times + inner,
    steps * times,
    learningRate * (batchWarmup?.factor ?? 1),
  );
}
