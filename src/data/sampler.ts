// Maps positions of the sample stream to examples: a pure function of (seed, training split, position). An epoch is a
// seeded permutation of the split, and the stream is one epoch after the other. Shards that cut a run of positions in
// order read what one shard of all those positions reads, in the same order (E1, E7).
import { assert } from '../base/assert';
import { permutation, prng, type RandomSource } from '../base/prng';
import type { Positions } from './positions';

export interface Sampler {
  /** Dataset indices at these positions, in order. No index repeats among positions of one epoch. */
  examples(positions: Positions): Uint32Array;
  /** The epoch that this position belongs to, from 0. */
  epochAt(position: number): number;
}

/** `train`: dataset indices of the training split, at least one. */
export function createSampler(seed: number, train: Uint32Array, random: RandomSource = prng): Sampler {
  assert(train.length > 0, 'a training split has examples');
  let orders = new Map<number, Uint32Array>(); // epoch → permutation, only for epochs of the last call
  const epochAt = (position: number): number => Math.floor(position / train.length);

  return {
    epochAt,
    examples(positions) {
      const touched = new Map<number, Uint32Array>();
      const orderOf = (epoch: number): Uint32Array => {
        let order = touched.get(epoch);
        if (!order) {
          order = orders.get(epoch) ?? permutation(train.length, random('epoch', seed, epoch));
          touched.set(epoch, order);
        }
        return order;
      };
      const indices: number[] = [];
      for (const [start, count] of positions) {
        assert(Number.isSafeInteger(start) && start >= 0, `position ${start} is a whole number from 0`);
        for (let at = start; at < start + count; at++) {
          const epoch = epochAt(at);
          indices.push(train[orderOf(epoch)[at - epoch * train.length]]);
        }
      }
      if (touched.size > 0) orders = touched;
      return Uint32Array.from(indices);
    },
  };
}
