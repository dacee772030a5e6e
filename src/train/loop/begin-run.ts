// Act on a decision without a step: create a run, make its first parameters, or replace the run state.
import { assert } from '../../base/assert';
import { inPieces } from '../../base/in-pieces';
import { commandApplied } from '../commands/command-meaning';
import { decide, hold, lostState, resume } from '../participation/participation';
import type { Replica } from '../participation/replica';
import { storeState } from '../participation/stored-state';
import { settingsChanged } from '../run/changed';
import { canonical, type RunConfig } from '../run/run-config';
import { resumedState } from '../run/resumed-state';
import { newRun, type RunState } from '../run/run-state';
import type { Device } from '../state/device';
import type { LoopParts } from './loop-parts';

/** Rank 0, where no member has a state: it resumes what it stores, or begins the run (S6a). */
export function createRun({
  replica,
  deps,
  commands,
}: Pick<LoopParts, 'replica' | 'deps' | 'commands'>): void {
  const { participation, ready } = replica;
  const lost = lostState(participation);
  if (participation.stored) replica.become(resume(participation, lost, deps.lastRun()));
  else if (ready) holdNewRun(replica, ready.config, lost, deps.lastRun(), commands.begin());
}

/** What holds a new run. */
type RunHolder = Pick<Replica, 'become'> & { readonly device: Pick<Device, 'zeroTensors'> };

/** Begins a run from nothing: all zero until rank 0 initializes it. After a run that was lost it is another one (S6b).
 *  `lastRun`: the number of the latest run that a peer told of; 0: none. `known`: the highest number of a command that
 *  was applied in this room, or is too old for it, as far as this replica knows (H27). */
export function holdNewRun(
  replica: RunHolder,
  config: RunConfig,
  lost?: RunState,
  lastRun = 0,
  known = 0,
): void {
  const begun = newRun(config, lost, lastRun);
  const isOfEarlierRing = known > (begun.beganAfter ?? 0);
  const state = {
    ...begun,
    appliedCommand: Math.max(begun.appliedCommand, known),
    ...(isOfEarlierRing && { beganAfter: known }),
  };
  replica.become(hold(storeState(state, replica.device.zeroTensors(state))));
}

/** The run's first parameters, or the saved run that this member brings (E0). */
export async function initializeRun(
  { replica, deps }: Pick<LoopParts, 'replica' | 'deps'>,
  signal: AbortSignal,
): Promise<void> {
  const { participation, device, ready, savedRun } = replica;
  assert(participation.kind === 'current' && ready, 'a prepared run');
  const { state } = participation.stored.held;
  const { resumes, ...begun } = { ...state, version: state.version + 1, initialized: true };
  if (resumes && savedRun?.digest === resumes.digest) {
    replica.savedRun = undefined; // the ring has it now
    replica.become(hold(storeState(resumedState(savedRun.state, begun), savedRun.tensors, savedRun.hashes)));
    return;
  }
  const tensors = device.zeroTensors(state);
  // The links are read meanwhile: those of a large model take seconds.
  const drawn = await inPieces(ready.engine.drawParameters(state.config.seed), { clock: deps.clock });
  signal.throwIfAborted();
  if (replica.participation !== participation) return;
  tensors.parameters.set(drawn);
  const why = 'the device that was to bring the saved run no longer has it';
  replica.become(hold(storeState(resumes ? { ...begun, status: 'finished', why } : begun, tensors)));
}

type Parts = Pick<
  LoopParts,
  'deps' | 'replica' | 'commands' | 'local' | 'meter' | 'faults' | 'router' | 'events' | 'enter'
>;

/** A decision without a step: all replace their run state by this one, and begin again where it is of another run. */
export async function beginRun(parts: Parts, next: RunState, signal: AbortSignal): Promise<void> {
  const { replica, commands, local, meter, router, events } = parts;
  const before = replica.followed;
  const isNewRun = next.run !== before?.run;
  const isOtherMode = canonical(next.sync) !== canonical(before?.sync);
  if (isNewRun) await holdRun(parts, next, signal);
  else await followDecision(replica, next);
  await carryOutApplied(parts, before?.appliedCommand ?? 0, next.appliedCommand);
  commands.follow(next.appliedCommand, next.room?.host);
  announce(events, before, next);
  meter.restart();
  if (isNewRun || isOtherMode) replica.device.forgetInner();
  if (!isNewRun) return;
  local.forget();
  replica.residual.forget();
  router.newRun();
  events.emit('run', undefined);
}

/** `before`: what this replica followed until now. */
export function announce(events: LoopParts['events'], before: RunState | undefined, after: RunState): void {
  if (before) for (const changed of settingsChanged(before, after)) events.emit('changed', changed);
}

/** A configured run, all zero for every member. */
async function holdRun({ replica, enter }: Parts, next: RunState, signal: AbortSignal): Promise<void> {
  enter({ kind: 'preparing' });
  await replica.prepareFor(next.config, signal);
  const { participation } = replica;
  if (participation.kind === 'catching-up') participation.catchUp.stop('a new run begins');
  await replica.device.dropGradient();
  signal.throwIfAborted();
  replica.become(hold(storeState(next, replica.device.zeroTensors(next))));
}

async function followDecision(replica: Replica, next: RunState): Promise<void> {
  const { participation } = replica;
  if (participation.kind === 'catching-up') {
    participation.catchUp.log.decided(next);
    participation.catchUp.logged();
    return;
  }
  assert(participation.kind === 'current', 'a decision follows a state');
  const { plan } = participation.stored.held.state;
  if (canonical(next.plan) !== canonical(plan)) await replica.device.dropGradient();
  if (replica.participation === participation) replica.become(decide(participation, next));
}

/** The commands that were applied with this decision. */
async function carryOutApplied(
  { deps, replica, commands, faults }: Parts,
  appliedBefore: number,
  applied: number,
): Promise<void> {
  for (const { sequence, command } of commands.commands)
    if (sequence > appliedBefore && sequence <= applied)
      await commandApplied(command, {
        async poison(poison) {
          faults.poisoned(poison);
          if (poison.peer !== deps.self) return;
          await replica.device.dropGradient();
          replica.device.poisonNext(poison);
        },
      });
}
