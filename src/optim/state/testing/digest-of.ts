// The digest of a state whose hashes nobody has computed yet.
import { hashBlocks, rootDigest } from '../digest';
import type { TrainState } from '../train-state';

/** The digest, with all hashes computed from the state. */
export function digestOf(state: TrainState): string {
  return rootDigest(state, hashBlocks(state));
}
