// What this replica may speak for: one value, and the transitions between its kinds (PROTOCOL.md, "Participation").
// Only `current` speaks for a state. The others may store one from before, which serves to resume a deserted run (S6)
// and spares bytes when they fetch the ring's. All functions here are pure.
import { assert } from '../../base/assert';
import type { CatchUp, CatchUpResult } from '../catch-up/catch-up';
import type { RunState } from '../run/run-state';
import { decidedState, versionedState } from '../state/versioned-state';
import { freeze, reshapeStored, storeVersion, type StoredState } from './stored-state';

/** The replica is in no view. */
export interface Outside {
  readonly kind: 'outside';
  /** The state of the time before: stale. */
  readonly stored: StoredState | undefined;
}

/** The replica is in a view, without a state to speak for. */
export interface Empty {
  readonly kind: 'empty';
  readonly stored: StoredState | undefined;
  /** Decisions that it followed until its catching up failed: the run continues from them if no member has a state
   *  (S6). */
  readonly lost: RunState | undefined;
}

/** Follows every decision and adds zeros to every sum, while it fetches a snapshot and replays (J). */
export interface CatchingUp {
  readonly kind: 'catching-up';
  readonly stored: StoredState | undefined;
  readonly catchUp: CatchUp;
}

/** Holds the state it speaks for. Before it enters a view: the first state of a run that it begins. */
export interface Current {
  readonly kind: 'current';
  readonly stored: StoredState;
}

export type Participation = Outside | Empty | CatchingUp | Current;

/** Decisions as the replica follows them; undefined: it follows none. */
export function followedState(participation: Participation): RunState | undefined {
  switch (participation.kind) {
    case 'outside':
    case 'empty':
      return undefined;
    case 'catching-up':
      return participation.catchUp.log.state;
    case 'current':
      return participation.stored.held.state;
    default:
      return participation satisfies never;
  }
}

/** Decisions of the run beyond what is stored, as far as this replica followed them. */
export function lostState(participation: Participation): RunState | undefined {
  if (participation.kind === 'catching-up') return participation.catchUp.log.state;
  return participation.kind === 'empty' ? participation.lost : undefined;
}

/** A view without this replica, or none: what it stores is stale from now on. */
export function leaveView({ stored }: Participation): Outside {
  return { kind: 'outside', stored };
}

/** A view with this replica. A replica that begins the ring brings its state as `current`. */
export function enterView(participation: Participation): Participation {
  if (participation.kind !== 'outside') return participation;
  return { kind: 'empty', stored: participation.stored, lost: undefined };
}

/** A state of its own: the first of a run, or of another run. */
export function hold(stored: StoredState): Current {
  return { kind: 'current', stored };
}

/** No other member has a state: the stored one is the best there is. Where a later state is known to be lost (`lost`),
 *  or the lineage is known to have had a run (`lastRun`, its number; 0: none), it continues as another run, so that no
 *  step is committed twice (S1). */
export function resume({ stored }: Participation, lost: RunState | undefined, lastRun: number): Current {
  assert(stored, 'a stored state');
  if (!lost && lastRun === 0) return hold(stored);
  const { state, tensors, hashes } = stored.held;
  const run = Math.max(lost?.run ?? 0, state.run, lastRun) + 1;
  const version = Math.max(lost?.version ?? 0, state.version) + 1;
  const held = versionedState({ ...state, run, version }, tensors, hashes);
  return hold({ ...stored, held, tentative: undefined });
}

/** Begins to catch up, or begins again. The step that it finished last is the ring's to tell from now on. */
export function beginCatchUp(participation: Participation, catchUp: CatchUp): CatchingUp {
  const { stored } = participation;
  return { kind: 'catching-up', stored: stored && { ...stored, tentative: undefined }, catchUp };
}

/** Catching up failed, or what it logged is not what the ring holds. */
export function abandonCatchUp(participation: CatchingUp): Empty {
  return { kind: 'empty', stored: participation.stored, lost: lostState(participation) };
}

/** Caught up: it speaks for what it replayed. */
export function promote({ held, sets, snapshot, finished }: CatchUpResult): Current {
  const stored = storeVersion(held, sets);
  return hold({ ...stored, frozen: snapshot ? [snapshot] : [], tentative: finished });
}

/** A decision without a step. */
export function decide({ stored }: Current, next: RunState): Current {
  const held = decidedState(stored.held, next);
  const { held: before } = stored;
  return hold({
    ...(held.tensors === before.tensors ? { ...stored, held } : reshapeStored(stored, held)),
    before,
  });
}

/** Most members did not come to the last decision: it did not happen (T13). Undefined: that state is not here any more. */
export function goBack({ stored }: Current, digest: string): Current | undefined {
  const { before: held } = stored;
  if (held?.digest !== digest) return undefined;
  const isSameShape = held.tensors.vectors.length === stored.held.tensors.vectors.length;
  const back = { ...stored, held, tentative: undefined, summedDigest: undefined, before: undefined };
  return hold(isSameShape ? back : reshapeStored(back, held));
}

/** A header showed all members at what is held. */
export function settle(participation: Participation): Participation {
  return restore(participation, (stored) => (stored.before ? { ...stored, before: undefined } : stored));
}

/** A header showed every member at the finished step (H4). */
export function commitTentative(participation: Participation): Participation {
  return restore(participation, (stored) => ({ ...stored, tentative: undefined }));
}

/** A header showed which snapshots members fetch (J2). `fetched`: digests. */
export function freezeFetched(participation: Participation, fetched: ReadonlySet<string>): Participation {
  return restore(participation, (stored) => freeze(stored, fetched));
}

/** The same participation with another stored state; the same object where nothing changes. */
export function restore<P extends Participation>(
  participation: P,
  change: (stored: StoredState) => StoredState,
): P {
  if (!participation.stored) return participation;
  const stored = change(participation.stored);
  return stored === participation.stored ? participation : { ...participation, stored };
}
