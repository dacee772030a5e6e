// The state that a replica stores: one version, the tensor sets that updates alternate between, and the snapshots that
// others still fetch. A value: each change makes a new one, and only `sum` is written in place.
import { hashBlocks, type BlockHashes } from '../../optim/state/digest';
import { createGradientSum, type TrainState } from '../../optim/state/train-state';
import type { FinishedStep } from '../commit/commits';
import type { RunState } from '../run/run-state';
import { TensorSets } from '../state/tensor-sets';
import { versionedState, type VersionedState } from '../state/versioned-state';

export interface StoredState {
  readonly held: VersionedState;
  readonly sets: TensorSets;
  /** (P): the all-reduce writes here. */
  readonly sum: Float32Array;
  /** Digest of the state that `sum` led to; undefined once the next sum may be written. */
  readonly summedDigest: string | undefined;
  /** Earlier versions that others fetch; at most two (J2). */
  readonly frozen: readonly VersionedState[];
  /** The step that led to `held`, until a header commits it (H4). */
  readonly tentative: FinishedStep | undefined;
  /** The version before the last decision, until a header shows all at `held` or the next update writes its tensors (T13). */
  readonly before?: VersionedState | undefined;
}

/** `hashes` must be those of `tensors`; computed when absent. */
export function storeState(state: RunState, tensors: TrainState, hashes?: BlockHashes): StoredState {
  return storeVersion(versionedState(state, tensors, hashes ?? hashBlocks(tensors)), new TensorSets(tensors));
}

export function storeVersion(held: VersionedState, sets: TensorSets): StoredState {
  const sum = createGradientSum(sets.first);
  return { held, sets, sum, summedDigest: undefined, frozen: [], tentative: undefined };
}

/** `held` has other vectors (E23); what others fetch stays as it was. */
export function reshapeStored({ frozen, tentative }: StoredState, held: VersionedState): StoredState {
  return { ...storeVersion(held, new TensorSets(held.tensors)), frozen, tentative };
}

const maxFrozen = 2;

/** The stored state stays frozen while a record shows that a member fetches it (J2). `fetched`: digests. */
export function freeze(stored: StoredState, fetched: ReadonlySet<string>): StoredState {
  const { held } = stored;
  const kept = stored.frozen.filter(({ digest }) => fetched.has(digest));
  const isNew = fetched.has(held.digest) && !kept.some(({ digest }) => digest === held.digest);
  const frozen = isNew && kept.length < maxFrozen ? [...kept, held] : kept;
  const isSame =
    frozen.length === stored.frozen.length && frozen.every((one, at) => one === stored.frozen[at]);
  return isSame ? stored : { ...stored, frozen };
}
