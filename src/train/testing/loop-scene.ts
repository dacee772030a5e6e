// One replica's loop without a ring, for unit tests: real parts, the CPU engine, a manual clock, and links that the
// test plays by hand. The test sends the peers' messages.
import { inEnglish } from '../../cli/english/in-english';
import { ManualClock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import { prng } from '../../base/prng';
import { FrameRouter } from '../../collectives/frame-router';
import { loadDataset } from '../../data/load-dataset';
import type { MemberId, View } from '../../membership/view';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import type { Engine } from '../../model/engine';
import { CommandShare } from '../commands/command-share';
import { HeldCommands } from '../commands/held-commands';
import { FaultNotices } from '../loop/fault-notices';
import { LocalSteps } from '../commit/local-steps';
import type { Activity, Notify, TrainerDeps } from '../context/trainer-deps';
import type { Header } from '../header/header';
import type { HeaderRecord } from '../header/header-record';
import { HeaderRounds } from '../header/header-rounds';
import { BlockedOn } from '../loop/blocked-on';
import { CatchUpRequests } from '../loop/catch-up-requests';
import type { LoopParts } from '../loop/loop-parts';
import { LoopStatus } from '../loop/loop-status';
import { ReorderWatch } from '../loop/reorder-watch';
import { StallWatch } from '../loop/stall-watch';
import type { TrainerEvents } from '../loop/trainer-events';
import { StepAccounts } from '../metrics/timeline/step-accounts';
import { SumRecorder } from '../metrics/transfers/sum-recorder';
import { Wake } from '../loop/wake';
import { StepMeter } from '../metrics/step-meter';
import type { StepRecord } from '../metrics/step-record';
import { hold, enterView } from '../participation/participation';
import { Replica } from '../participation/replica';
import { StateFrames } from '../participation/state-frames';
import { storeState } from '../participation/stored-state';
import { Hub } from '../peers/hub';
import { Offences } from '../peers/offences';
import { moonsRun } from './moons-run';
import type { RunConfig } from '../run/run-config';
import { newRun, type RunState, type StepPlan } from '../run/run-state';
import { HandLink } from './hand-link';
import { ids, recordOf, viewOf } from './samples';

export const sceneConfig: RunConfig = {
  ...moonsRun([4], 40),
  validationExamples: 8,
  localBatch: 4,
  microBatch: 4,
  steps: 6,
  evaluateEvery: 2,
};

/** Each member has 4 examples of step 1, by rank. */
export function planOf(members: readonly MemberId[]): StepPlan {
  return {
    positions: [[0, 4 * members.length]],
    shards: members.map((member) => ({ member, count: 4 })),
    learningRate: Math.fround(0.01),
    buckets: sceneConfig.buckets,
  };
}

export function loopScene({
  members = ids.slice(0, 1),
  self = members[0],
  wrapEngine = (engine: Engine) => engine,
}: {
  readonly members?: readonly MemberId[];
  readonly self?: MemberId;
  readonly wrapEngine?: (engine: Engine) => Engine;
} = {}) {
  const clock = new ManualClock();
  const hub = new Hub(clock);
  const links = new Map<MemberId, HandLink>();
  for (const peer of members.filter((member) => member !== self)) {
    const link = new HandLink(clock);
    hub.add(peer, link);
    links.set(peer, link);
  }
  const view: View = viewOf(members);
  const engines: Engine[] = [];
  const replica = new Replica(self, {
    clock,
    random: prng,
    prepare: ({ model, microBatch, data, seed }) => {
      const engine = wrapEngine(createCpuEngine(model, microBatch));
      engines.push(engine);
      if (data.kind !== 'points') throw new Error('a scene uses points');
      return Promise.resolve({ engine, dataset: loadDataset(data, seed) });
    },
  });
  const requested: unknown[] = [];
  const deps: TrainerDeps = {
    ...{ self, clock },
    candidates: () => [],
    requestView: (add, remove, why) => void requested.push({ add, remove, why }),
    reorderRing: (order) => void requested.push({ order }),
    isBroken: () => false,
    nameOf: (member) => `the ${member[0]}`,
    lastRun: () => 0,
    isHeard: () => true,
    givesData: () => false,
  };
  const notices: string[] = [];
  const activities: Activity['kind'][] = [];
  const steps: StepRecord[] = [];
  const emitted: string[] = [];
  const events = new Emitter<TrainerEvents>();
  events.on('step', (record) => steps.push(record));
  for (const kind of ['run', 'engine', 'caught-up'] as const) events.on(kind, () => emitted.push(kind));
  const notify: Notify = (level, says) => void notices.push(`${level}: ${inEnglish(says)}`);
  const commands = new HeldCommands('', 'TEST');
  const wake = new Wake();
  const headers = new HeaderRounds({
    host: deps,
    hub,
    mayHaveAmounts: () => false,
    onOffence: () => undefined,
    onAhead: () => undefined,
  });
  const offences = new Offences(deps.nameOf, (says) => notify('warning', says));
  const router = new FrameRouter(() => undefined);
  router.setView(view);
  const parts: LoopParts = {
    ...{ deps, hub, replica, commands, router, wake, notify, offences, events },
    commandShare: new CommandShare(clock, hub, commands, () => wake.raise()),
    ...{
      headers,
      stalls: new StallWatch({ self: deps.self, clock: deps.clock, headers, areLong: () => false }),
    },
    stateFrames: new StateFrames(replica),
    local: new LocalSteps(),
    meter: new StepMeter(clock, hub),
    accounts: new StepAccounts(),
    sumRecorder: new SumRecorder(clock),
    blockedOn: new BlockedOn(clock),
    catchUpRequests: new CatchUpRequests(),
    reorder: new ReorderWatch({ host: deps, hub, notify }),
    faults: new FaultNotices(deps.nameOf, notify),
    enter: ({ kind }) => void activities.push(kind),
    status: new LoopStatus(),
  };
  const abort = new AbortController();
  /** It holds this state of the run, and is prepared. */
  const holds = async (change: Partial<RunState> = {}): Promise<void> => {
    await replica.prepareFor(sceneConfig, abort.signal);
    const state = { ...newRun(sceneConfig), initialized: true, ...change };
    const tensors = replica.device.zeroTensors(state);
    tensors.parameters.set(replica.ready!.engine.initialParameters(sceneConfig.seed));
    replica.become(enterView(hold(storeState(state, tensors))));
  };
  /** A replica runs as a member of this view, before step 1. */
  const runs = (change: Partial<RunState> = {}): Promise<void> =>
    holds({ version: 5, status: 'running', plan: planOf(members), cursor: 4 * members.length, ...change });
  const headerOf = (...records: Partial<HeaderRecord>[]): Header => ({
    ...{ view, round: 0 },
    records: members.map((_, rank) => recordOf(records[rank])),
  });
  const seen = { requested, notices, activities, steps, emitted, engines };
  return { ...seen, ...{ clock, hub, links, view, replica, parts, abort, holds, runs, headerOf, self } };
}
