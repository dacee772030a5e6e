// What a replica holds: decisions and tensors of one version, with the digest over both (E4). A step is computed from
// one state into the shadow tensors, then swapped. A versioned state is never changed in place.
import { hashBlocks, rootDigest, type BlockHashes } from '../../optim/state/digest';
import type { TrainState } from '../../optim/state/train-state';
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
