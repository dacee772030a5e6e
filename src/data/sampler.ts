// Which examples a step reads: a pure function of (seed, training split, cursor, shard sizes). An epoch is a seeded
// permutation of the split; the cursor counts the examples consumed since the start of the run. Consecutive shards
// take consecutive examples, so N shards of b read what one shard of N·b reads, in the same order (E1).
import { assert } from '../base/assert';
import { permutation, prng } from '../base/prng';

export interface Sampler {
  /** For each shard its dataset indices. No index repeats within an epoch, nor, therefore, within a step that
   *  stays inside one; a step may cross into the next epochs. */
  shards(cursor: number, shardSizes: readonly number[]): Uint32Array[];
  /** Passes over the split begun at this cursor: 0 during the first. */
  epochAt(cursor: number): number;
}

/** `train`: dataset indices of the training split, at least one. */
export function createSampler(seed: number, train: Uint32Array): Sampler {
  assert(train.length > 0, 'a training split has examples');
  const orders = new Map<number, Uint32Array>(); // epoch → permutation; only those the last step touched
  const orderOf = (epoch: number): Uint32Array => {
    let order = orders.get(epoch);
    if (!order) {
      order = permutation(train.length, prng('epoch', seed, epoch));
      orders.set(epoch, order);
    }
    return order;
  };
  const epochAt = (cursor: number): number => Math.floor(cursor / train.length);

  return {
    epochAt,
    shards(cursor, shardSizes) {
      assert(Number.isSafeInteger(cursor) && cursor >= 0, 'the cursor counts examples');
      const first = epochAt(cursor);
      for (const epoch of orders.keys()) if (epoch < first) orders.delete(epoch);
      let at = cursor;
      const shards = shardSizes.map((size) =>
        Uint32Array.from({ length: size }, () => {
          const epoch = epochAt(at);
          const example = train[orderOf(epoch)[at - epoch * train.length]];
          at++;
          return example;
        }),
      );
      const last = epochAt(Math.max(cursor, at - 1));
      for (const epoch of orders.keys()) if (epoch < first || epoch > last) orders.delete(epoch);
      return shards;
    },
  };
}
