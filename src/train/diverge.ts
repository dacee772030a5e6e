// The run stops with the last good state, says why, and offers a lower rate: set by the host, it makes the run one that
// may be started again from there.
import type { RunState } from './run-state';

/** What diverges by its rate diverges within a factor of two or three of a good one: a tenth is on the safe side. */
const suggestedFactor = 0.1;

export function diverge(state: RunState, why: string): RunState {
  return {
    ...state,
    version: state.version + 1,
    status: 'diverged',
    why: `${why}; try a lower learning rate`,
    suggestedLearningRate: state.learningRate * suggestedFactor,
    excluded: [],
    plan: null,
  };
}

/** A lower rate than the one that diverged: from the last good state, when the host says start. */
export function withLearningRate(state: RunState, learningRate: number): RunState {
  if (state.status !== 'diverged' || learningRate >= state.learningRate) return { ...state, learningRate };
  return {
    ...state,
    learningRate,
    status: 'paused',
    why: 'a lower learning rate is set: start goes on from the last good state',
    skipsInARow: 0,
    suggestedLearningRate: null,
  };
}
