// A ring of one on the side: what a replica would make if it trained by itself. The whole loop runs on copies, with the
// engine and the data of a replica that does not need them now: its own parameters, optimizer state, place in the stream
// and drop-outs. Nothing of it leaves this function but the records of its steps.
import type { Clock } from '../../base/clock';
import { inPieces } from '../../base/in-pieces';
import type { RandomSource } from '../../base/prng';
import { yieldToLoop } from '../../base/yield-to-loop';
import type { MemberId } from '../../membership/view';
import { HeldCommands } from '../commands/held-commands';
import type { StepRecord } from '../metrics/step-record';
import { hold } from '../participation/participation';
import { Replica } from '../participation/replica';
import { storeState } from '../participation/stored-state';
import { Hub } from '../peers/hub';
import type { RunConfig } from '../run/run-config';
import { newRun } from '../run/run-state';
import type { Ready } from '../state/device';
import { Trainer } from './trainer';

export interface LoneTraining {
  readonly self: MemberId;
  readonly clock: Clock;
  readonly random?: RandomSource | undefined;
  /** The engine of the run: it computes nothing else meanwhile, and holds other parameters afterwards. */
  readonly ready: Ready;
  /** The configuration has the same model, data and micro-batch as that of `ready`. */
  readonly config: RunConfig;
  readonly onStep: (record: StepRecord) => void;
}

/** Trains until the signal aborts; then the engine is free. Rejects where the device fails, or has no room for copies. */
export async function trainAlone(
  { self, clock, random, ready, config: wanted, onStep }: LoneTraining,
  signal: AbortSignal,
): Promise<void> {
  const config = { ...wanted, evaluateEvery: 0, steps: 0xffffffff };
  const replica = new Replica(self, {
    clock,
    ...(random && { random }),
    prepare: () => Promise.reject(new Error('the engine is lent')),
  });
  const { device } = replica;
  device.borrow(ready, config);
  const pause = async (): Promise<void> => {
    await yieldToLoop();
    signal.throwIfAborted();
  };
  try {
    const drawn = await inPieces(ready.engine.drawParameters(config.seed), { clock, pause });
    const state = { ...newRun(config), initialized: true, status: 'running' as const };
    const tensors = device.zeroTensors(state);
    tensors.parameters.set(drawn);
    replica.become(hold(storeState(state, tensors)));
    const trainer = new Trainer(nobodyElse(self, clock), new Hub(clock), replica, new HeldCommands('', ''));
    trainer.on('step', onStep);
    const view = { lineage: '0'.repeat(8), generation: 1, members: [self], ring: [0] };
    const failure = await trainer.live(view, signal);
    if (failure) throw new Error(failure.message);
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await device.dropGradient();
  }
}

function nobodyElse(self: MemberId, clock: Clock): ConstructorParameters<typeof Trainer>[0] {
  return {
    self,
    clock,
    candidates: () => [],
    requestView: () => undefined,
    reorderRing: () => undefined,
    isBroken: () => false,
    nameOf: (member) => member,
    lastRun: () => 0,
    isHeard: () => false,
    givesData: () => false,
  };
}
