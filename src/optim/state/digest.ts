// The digest of replicated state (E4). A leaf is one 64-bit hash per block, over the bits of its parameters and of
// every optimizer vector. The root is the hash over all leaves in order, the running products and the step. A replica
// that catches up finds by the leaves which blocks differ, and verifies each block that it fetched.
import { hashHex, hashWords, type Hash64 } from '../../base/hash';
import { blockCount, blockRange } from './blocks';
import { wordsOf, type TrainState } from './train-state';

/** (2 × blocks): lo then hi of each block's hash. */
export type BlockHashes = Uint32Array;

export function createBlockHashes(parameterCount: number): BlockHashes {
  return new Uint32Array(2 * blockCount(parameterCount));
}

/** The arrays hashed per block, in order: parameters, then the vectors. */
export function stateWords(state: TrainState): readonly Uint32Array[] {
  return [state.parameters, ...state.vectors].map(wordsOf);
}

/** lo and hi of the hash of elements [start, end) of each array. Each has its own seed: swapped arrays differ. */
export function leavesOf(arrays: readonly Uint32Array[], start: number, end: number): Uint32Array {
  const leaves = new Uint32Array(2 * arrays.length);
  for (let a = 0; a < arrays.length; a++) {
    const hash = hashWords(arrays[a], start, end, a);
    leaves[2 * a] = hash.lo;
    leaves[2 * a + 1] = hash.hi;
  }
  return leaves;
}

/** The hash of a block from those of its arrays. */
export function hashLeaves(leaves: Uint32Array): Hash64 {
  return hashWords(leaves);
}

export function hashRange(arrays: readonly Uint32Array[], start: number, end: number): Hash64 {
  return hashLeaves(leavesOf(arrays, start, end));
}

export function blockHash(state: TrainState, block: number): Hash64 {
  const { start, end } = blockRange(block, state.parameters.length);
  return hashRange(stateWords(state), start, end);
}

export function hashBlocks(state: TrainState): BlockHashes {
  const hashes = createBlockHashes(state.parameters.length);
  const arrays = stateWords(state);
  for (let block = 0; 2 * block < hashes.length; block++) {
    const { start, end } = blockRange(block, state.parameters.length);
    const { lo, hi } = hashRange(arrays, start, end);
    hashes[2 * block] = lo;
    hashes[2 * block + 1] = hi;
  }
  return hashes;
}

/** The parts of a state that enter the root beside its block hashes. They are known before its tensors are. */
export interface StateHead extends Pick<TrainState, 'scalars' | 'step'> {
  readonly parameters: { readonly length: number };
}

/** 16 hex digits. `hashes` must be those of this state. */
export function rootDigest(state: StateHead, hashes: BlockHashes): string {
  const scalars = wordsOf(state.scalars);
  const words = new Uint32Array(hashes.length + scalars.length + 3);
  words.set(hashes);
  words.set(scalars, hashes.length);
  // The step is below 2⁵³, so it takes two words. The parameter count is below 2³².
  words.set([state.step, state.step / 2 ** 32, state.parameters.length], hashes.length + scalars.length);
  return hashHex(hashWords(words));
}
