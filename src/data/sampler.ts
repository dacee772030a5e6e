// Maps positions of the sample stream to examples: a pure function of (seed, training split, position). An epoch is a
// seeded permutation of the split, and the stream is one epoch after the other. The permutation of a split that is no list,
// of a large text, is none either. Shards that cut a run of positions in
// order read what one shard of all those positions reads, in the same order (E1, E7).
import { assert } from '../base/assert';
import { permutation, prng, type Prng, type RandomSource } from '../base/prng';
import type { Indices } from './indices';
import type { Positions } from './positions';
import { ShuffledOrder } from './shuffled-order';

export interface Sampler {
  /** Dataset indices at these positions, in order. No index repeats among positions of one epoch. */
  examples(positions: Positions): Uint32Array;
  /** The epoch that this position belongs to, from 0. */
  epochAt(position: number): number;
}

/** `train`: dataset indices of the training split, at least one. */
export function createSampler(seed: number, train: Indices, random: RandomSource = prng): Sampler {
  assert(train.length > 0, 'a training split has examples');
  let orders = new Map<number, Indices>(); // epoch → permutation, only for epochs of the last call
  const epochAt = (position: number): number => Math.floor(position / train.length);

  return {
    epochAt,
    examples(positions) {
      const touched = new Map<number, Indices>();
      const orderOf = (epoch: number): Indices => {
        let order = touched.get(epoch);
        if (!order) {
          order = orders.get(epoch) ?? newOrder(train, random('epoch', seed, epoch));
          touched.set(epoch, order);
        }
        return order;
      };
      const indices: number[] = [];
      for (const [start, count] of positions) {
        assert(Number.isSafeInteger(start) && start >= 0, `position ${start} is a whole number from 0`);
        for (let at = start; at < start + count; at++) {
          const epoch = epochAt(at);
          indices.push(train.at(orderOf(epoch).at(at - epoch * train.length)!)!);
        }
      }
      if (touched.size > 0) orders = touched;
      return Uint32Array.from(indices);
    },
  };
}

function newOrder(train: Indices, random: Prng): Indices {
  return train instanceof Uint32Array
    ? permutation(train.length, random)
    : new ShuffledOrder(train.length, random);
}
