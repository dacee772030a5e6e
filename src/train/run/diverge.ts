// The run stops with the last good state, says why, and offers a lower rate. When the host sets that rate, the run may
// be started again from there.
import { lowerRate, replaceRate } from './rate-health';
import { withoutPause, type RunState } from './run-state';

export function diverge(state: RunState, why: string): RunState {
  const { rate, hasServed } = lowerRate(state.rateHealth, state.learningRate);
  return {
    ...withoutPause(state),
    version: state.version + 1,
    status: 'diverged',
    why: `${why}; ${hasServed ? 'a lower learning rate had worked' : 'try a lower learning rate'}`,
    suggestedLearningRate: rate,
    excluded: [],
    plan: null,
  };
}

/** With a lower rate than the one that diverged, the run may continue from the last good state. */
export function withLearningRate(state: RunState, learningRate: number): RunState {
  if (learningRate === state.learningRate) return state;
  const hasDiverged = state.status === 'diverged';
  const rateHealth = replaceRate(
    hasDiverged ? { ...state.rateHealth, steps: 0 } : state.rateHealth,
    state.learningRate,
  );
  const next: RunState = { ...state, learningRate, rateHealth };
  if (!hasDiverged || learningRate > state.learningRate) return next;
  return {
    ...next,
    status: 'paused',
    why: 'a lower learning rate is set: start goes on from the last good state',
    skipsInARow: 0,
    suggestedLearningRate: null,
  };
}
