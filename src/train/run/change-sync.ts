// The members synchronise in another way from the next step on (S17b). Its plan and what is known of gradients belong
// to the old way.
import { noRateHealth } from './rate-health';
import { canonical } from './run-config';
import { runProblem } from './run-problem';
import type { RunState } from './run-state';
import { codecProblem, type Sync } from './sync';

/** The same state where nothing changes, where a step would sum more than the update can divide by, or where the codec
 *  does not go with it. */
export function withSync(state: RunState, sync: Sync): RunState {
  const { model, data, localBatch } = state.config;
  const { batchMode, globalBatch } = state;
  if (canonical(sync) === canonical(state.sync) || codecProblem(sync, state.buckets.codec.kind)) return state;
  if (runProblem({ model, data, localBatch, batchMode, globalBatch, sync })) return state;
  return { ...state, sync, plan: null, usualNorms: [], rateHealth: noRateHealth };
}
