// The members that are suspended from the plan now. The run state changes this list only when it plans a step. So an
// entry may be over: its last step was taken, or no step follows.
import type { RunState } from '../../train/run/run-state';

export function suspendedNow(
  state: Pick<RunState, 'status' | 'step' | 'suspended'> | undefined,
): RunState['suspended'] {
  if (!state || state.status === 'finished' || state.status === 'diverged') return [];
  // Step `untilStep` is the first that has a part for it again.
  return state.suspended.filter(({ untilStep }) => untilStep > state.step + 1);
}
