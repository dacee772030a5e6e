// What a replica holds: decisions and tensors of one version, with the digest over both (E4). A step is computed from
// one state into the shadow tensors, then swapped. A versioned state is never changed in place.
import { hashBlocks, rootDigest, type BlockHashes } from '../../optim/state/digest';
import { reshaped } from '../../optim/state/reshape';
import type { TrainState } from '../../optim/state/train-state';
import { haveSameVectors, stateShapeOf } from '../run/exact-update';
import { stateDigest, type RunState } from '../run/run-state';

export interface VersionedState {
  readonly state: RunState;
  readonly tensors: TrainState;
  readonly hashes: BlockHashes;
  /** 16 hex digits. */
  readonly digest: string;
}

/** `hashes` must be those of `tensors`; computed when absent. */
export function versionedState(
  state: RunState,
  tensors: TrainState,
  hashes: BlockHashes = hashBlocks(tensors),
): VersionedState {
  return { state, tensors, hashes, digest: stateDigest(rootDigest(tensors, hashes), state) };
}

/** The state after a decision without a step. The tensors are others where `next` names other vectors (E23). */
export function decidedState({ state, tensors, hashes }: VersionedState, next: RunState): VersionedState {
  if (haveSameVectors(state, next)) return versionedState(next, tensors, hashes);
  return versionedState(next, reshaped(tensors, stateShapeOf(state), stateShapeOf(next)));
}
