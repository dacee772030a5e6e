// A member that the header names as a target drops a decision that did not happen, or fetches the one decision it missed,
// or begins to catch up from a snapshot (J1, J4).
import { say, type Saying } from '../../base/sayings';
import type { MemberId } from '../../membership/view';
import { readHead } from '../../optim/state/state-bytes';
import { copyTrainState, type TrainState } from '../../optim/state/train-state';
import { CatchUp } from '../catch-up/catch-up';
import type { Manifest } from '../catch-up/manifest';
import { missedStep } from '../catch-up/missed-step';
import type { StateRequest } from '../catch-up/state-source';
import type { AgreedState } from '../decide/compare-states';
import type { Header } from '../header/header';
import { beginCatchUp, followedState, goBack } from '../participation/participation';
import type { Replica } from '../participation/replica';
import type { RunState } from '../run/run-state';
import type { VersionedState } from '../state/versioned-state';
import { catchingUpFrom, linkedMembers, setSources } from './catch-up-sources';
import type { LoopParts } from './loop-parts';

type Parts = Pick<
  LoopParts,
  'deps' | 'hub' | 'replica' | 'local' | 'stateFrames' | 'wake' | 'events' | 'notify'
>;

export type CatchUpStart =
  /** The replica went back to the state before, which most members hold: nothing is fetched. */
  | 'went back'
  /** The last decision of its log is dropped: no member that holds a state has finished it. */
  | 'dropped the last decision'
  | 'fetches one decision'
  | 'fetches a snapshot'
  /** There is no link to any member that has the state, or fetches it. */
  | 'no link yet';

/** Rejects with CatchUpError when no source offers the state, EngineError, PrepareError, or the signal's reason. */
export async function startCatchUp(
  parts: Parts,
  header: Header,
  agreed: AgreedState,
  signal: AbortSignal,
): Promise<CatchUpStart> {
  const { replica, deps, stateFrames } = parts;
  const { participation } = replica;
  const back = participation.kind === 'current' ? goBack(participation, agreed.digest) : undefined;
  if (back) {
    await replica.device.dropGradient();
    signal.throwIfAborted();
    if (replica.participation === participation) replica.become(back);
    return 'went back';
  }
  const old = catchUpOf(replica);
  if (old && agreed.version === old.log.state.version - 1 && old.log.dropLast())
    return 'dropped the last decision';
  const holders = linkedMembers(parts, header, agreed.sources);
  const sources = [...holders, ...linkedMembers(parts, header, catchingUpFrom(header, agreed.digest))];
  if (sources.length === 0) return 'no link yet';
  const { digest } = agreed;
  const { clock } = deps;
  const manifest = await stateFrames.fetchManifest({
    digest,
    sources,
    request: requester(parts),
    clock,
    signal,
  });
  if (!manifest) return 'no link yet';
  await replica.prepareFor(manifest.state.config, signal);
  await replica.device.dropGradient();
  signal.throwIfAborted();

  const missed = fetchMissedDecision(parts, header, manifest, holders);
  if (missed) {
    replica.become(beginCatchUp(replica.participation, missed)); // it has said that it follows a later state
    return 'fetches one decision';
  }
  catchUpOf(replica)?.stop('it starts again');
  const { state } = manifest;
  const isFirstState = !replica.held?.state.initialized;
  const isBehind = (replica.held?.state.version ?? 0) < agreed.version;
  const why = isFirstState ? say('taking-over') : isBehind ? say('state-behind') : say('state-differs');
  const catchUp = newCatchUp(parts, manifest, why, !state.initialized || state.step === 0);
  replica.become(beginCatchUp(replica.participation, catchUp));
  setSources(parts, catchUp, header, agreed.sources, agreed.targets);
  return 'fetches a snapshot';
}

/** Undefined: it missed more than one decision, or no holder is linked. */
function fetchMissedDecision(
  parts: Parts,
  header: Header,
  { state, digest }: Manifest,
  holders: readonly MemberId[],
): CatchUp | undefined {
  const { replica, local, deps } = parts;
  const old = catchUpOf(replica);
  const before = followedState(replica.participation);
  if (!before || digest === old?.fetchedTo) return undefined;
  const missed = missedStep(before, state, local.attempted);
  if (!missed) return undefined;
  const why = missed.kind === 'step' ? say('fetching-sum', { step: state.step }) : say('fetching-missed');
  const catchUp = old ?? newCatchUp(parts, manifestOf(replica.held!), why, false);
  const { view, records } = header;
  const shown = { digest, view, records, epochMs: deps.clock.epochMs(), isCommitted: false };
  if (holders.length > 0 && catchUp.fetchMissed(missed, state, shown, holders)) return catchUp;
  if (catchUp !== old) catchUp.stop('it starts again');
  return undefined;
}

function newCatchUp(parts: Parts, manifest: Manifest, why: Saying, mustWait: boolean): CatchUp {
  const { replica, deps, wake, events, notify } = parts;
  const tensors = tensorsFor(replica, manifest.state);
  const { slots } = replica.ready!.engine;
  return new CatchUp(
    { manifest, tensors, slots, why, mustWait },
    {
      request: requester(parts),
      clock: deps.clock,
      events: {
        change: () => events.emit('change', undefined),
        ready: () => wake.raise(),
        leftOut: (source, what) =>
          notify('warning', say('source-left-out', { name: deps.nameOf(source), detail: what })),
        step: (record) => events.emit('step', record),
      },
    },
  );
}

/** A copy of what is stored where the shape is the same, so that equal blocks need not be fetched; else zeros. */
function tensorsFor({ device, held }: Replica, state: RunState): TrainState {
  const tensors = device.zeroTensors(state);
  const stored = held?.tensors;
  const isSameShape =
    stored?.parameters.length === tensors.parameters.length &&
    stored.vectors.length === tensors.vectors.length &&
    stored.scalars.length === tensors.scalars.length;
  if (isSameShape) copyTrainState(stored, tensors);
  return tensors;
}

/** The manifest to replay from what this replica holds: nothing is to be fetched. */
function manifestOf({ digest, state, tensors, hashes }: VersionedState): Manifest {
  return { digest, state, head: readHead(tensors), hashes };
}

function catchUpOf({ participation }: Replica): CatchUp | undefined {
  return participation.kind === 'catching-up' ? participation.catchUp : undefined;
}

function requester({ hub }: Pick<Parts, 'hub'>): (to: MemberId, message: StateRequest) => void {
  return (to, message) => hub.sendJson(to, 'request', message);
}
