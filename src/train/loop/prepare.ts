// First phase of a round, before this replica says its record. A replica that has caught up is promoted. The engine is
// made ready for the run. Between two steps it evaluates and checks, and begins the gradient of the planned step.
import { inFull, logged, say } from '../../base/sayings';
import { EngineError } from '../../model/engine';
import { abandonCatchUp, promote } from '../participation/participation';
import { ringStepOf } from '../run/sync';
import type { LoopParts } from './loop-parts';

/** The device's parameters are read back and hashed after so many steps (E15). */
const checkDeviceEvery = 100;

type Parts = Pick<LoopParts, 'replica' | 'local' | 'headers' | 'meter' | 'events' | 'notify' | 'enter'>;

/** Rejects with EngineError, PrepareError, or the signal's reason. */
export async function prepare(parts: Parts, signal: AbortSignal): Promise<void> {
  const { replica, events, enter } = parts;
  enter({ kind: 'preparing' });
  await promoteIfCaughtUp(parts);
  const engine = replica.ready?.engine;
  if (replica.followed) await replica.prepareFor(replica.followed.config, signal);
  const isRenamed = replica.device.takeRename();
  if (replica.ready?.engine !== engine || isRenamed) events.emit('engine', undefined);
  signal.throwIfAborted();
  await prepareStep(parts, signal);
  await replica.device.settleContribution(signal);
  signal.throwIfAborted();
}

/** This replica speaks from now on for what it replayed, if its catching up has come to its end. */
async function promoteIfCaughtUp({ replica, local, meter, events, notify }: Parts): Promise<void> {
  const { participation } = replica;
  if (participation.kind !== 'catching-up') return;
  const { catchUp } = participation;
  const result = await catchUp.promote();
  if (replica.participation !== participation) return; // it went outside meanwhile
  if (catchUp.failed) {
    notify(
      'warning',
      say('catch-up-failed', { detail: inFull(say('state-not-fetched'), catchUp.failed.message) }),
    );
    replica.become(abandonCatchUp(participation));
  }
  if (!result) return;
  const isFirstState = !participation.stored?.held.state.initialized;
  await replica.device.dropGradient();
  replica.become(promote(result));
  if (result.finished) local.settle(result.finished.isSkipped);
  if (!isFirstState) events.emit('caught-up', { why: logged(catchUp.why) });
  events.emit('run', undefined);
  meter.restart();
}

/** What a current replica does between two steps. */
async function prepareStep({ replica, local, headers }: Parts, signal: AbortSignal): Promise<void> {
  const { participation, device } = replica;
  if (participation.kind !== 'current') return;
  const { state, tensors } = participation.stored.held;
  if (!state.initialized) return;
  // Inner steps that ran ahead are over before the engine is asked for anything else (E28).
  if (ringStepOf(state.sync).own) {
    await device.settleContribution(signal);
    if (device.isUnfitByItsOwn) await device.dropGradient(); // the next one begins again
    signal.throwIfAborted();
  } else if (device.gradient) return;
  if (device.isComputing) return;
  const every = state.config.evaluateEvery;
  const isDue = every > 0 && state.step > 0 && (state.step % every === 0 || state.status === 'finished');
  const { index, count: parts } = local.validationPart;
  if (isDue && index >= 0 && local.validation.step !== state.step && local.last.step === state.step) {
    const { lossSum, score, count } = await device.evaluate(state, index, parts);
    local.validation = { step: state.step, lossSum, score, count };
  }
  if (state.step >= local.checkedStep + checkDeviceEvery) {
    local.checkedStep = state.step;
    if (!(await device.isFaithful(tensors.parameters)))
      throw new EngineError('gpu-error', 'the device no longer holds the parameters it was given');
  } else if (state.step < local.checkedStep) local.checkedStep = 0;
  await device.checkAnswers(tensors.parameters);
  signal.throwIfAborted();
  device.beginGradient(state, tensors.parameters, headers);
}
