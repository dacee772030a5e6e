// What a replica does between two steps by itself, before it says its record: its part of the evaluation, the check of
// the device's copy (E4), and the beginning of the next gradient.
import { EngineError } from '../../model/engine';
import type { RunState } from '../run/run-state';
import type { LocalSteps } from '../commit/local-steps';
import type { ReplicaState } from '../state/replica-state';

/** E15: the device's copy is read back and hashed every so many steps. */
const checkDeviceEvery = 100;

/** `state` is of what this replica holds and may speak for. Throws EngineError. */
export async function betweenSteps(
  replica: ReplicaState,
  local: LocalSteps,
  state: RunState,
  signal: AbortSignal,
): Promise<void> {
  if (!state.initialized || replica.gradient) return;
  const every = state.config.evaluateEvery;
  const isDue = every > 0 && state.step > 0 && (state.step % every === 0 || state.status === 'finished');
  const { index, count: parts } = local.share;
  if (isDue && index >= 0 && local.validation.step !== state.step && local.last.step === state.step) {
    const { lossSum, correct, count } = await replica.evaluate(index, parts);
    local.validation = { step: state.step, lossSum, correct, count };
  }
  if (state.step >= local.checkedStep + checkDeviceEvery) {
    local.checkedStep = state.step;
    if (!(await replica.isDeviceFaithful()))
      throw new EngineError('gpu-error', 'the device no longer holds the parameters it was given');
  } else if (state.step < local.checkedStep) local.checkedStep = 0;
  signal.throwIfAborted();
  replica.beginGradient();
}
