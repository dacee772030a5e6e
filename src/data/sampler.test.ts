import { describe, expect, test } from 'vitest';
import { prng } from '../base/prng';
import { cutPositions } from './positions';
import { createSampler, type Sampler } from './sampler';
import { splitDataset } from './split';

const seeds = Array.from({ length: 40 }, (_, i) => i);
const sorted = (values: Iterable<number>): number[] => [...values].sort((a, b) => a - b);
/** Example i is the number i. */
const numbered = (length: number): Parameters<typeof splitDataset>[0] => ({
  inputShape: [1],
  terms: 1,
  length,
  read: (index, inputs, at) => void (inputs[at] = index),
});
const joined = (shards: readonly Uint32Array[]): number[] => shards.flatMap((shard) => [...shard]);

/** Shards of these sizes from `cursor` on. */
function shardsOf(sampler: Sampler, cursor: number, sizes: readonly number[]): Uint32Array[] {
  const total = sizes.reduce((a, b) => a + b, 0);
  return cutPositions(total > 0 ? [[cursor, total]] : [], sizes).map((cut) => sampler.examples(cut));
}

describe('the sampler', () => {
  test.each(seeds)('seed %i: every epoch reads every example once, whatever the shards', (seed) => {
    const random = prng('sampler.test', seed);
    const length = 1 + random.below(300);
    const train = Uint32Array.from({ length }, (_, i) => 1000 + 3 * i);
    const sampler = createSampler(seed, train);
    const read: number[] = [];
    while (read.length < 3 * length) {
      const sizes = Array.from({ length: random.below(6) }, () => random.below(40)); // none, empty, ragged
      const shards = shardsOf(sampler, read.length, sizes);
      expect(shards.map((shard) => shard.length)).toEqual(sizes);
      read.push(...joined(shards));
    }
    for (let epoch = 0; epoch < 3; epoch++)
      expect(sorted(read.slice(epoch * length, (epoch + 1) * length))).toEqual([...train]);
  });

  test.each(seeds)('seed %i: every sharding reads the same examples in the same order', (seed) => {
    const random = prng('sharding', seed);
    const train = Uint32Array.from({ length: 50 + random.below(200) }, (_, i) => i);
    const cursor = random.below(2000);
    const whole = joined(shardsOf(createSampler(seed, train), cursor, [96]));
    expect(joined(shardsOf(createSampler(seed, train), cursor, [32, 32, 32]))).toEqual(whole);
    expect(joined(shardsOf(createSampler(seed, train), cursor, [0, 50, 0, 46, 0]))).toEqual(whole);
    // A sampler that was used before answers like a fresh one, so a retry or a replica that caught up reads the same.
    const used = createSampler(seed, train);
    for (const other of [0, 5000, 7]) shardsOf(used, other, [10, 400]);
    expect(joined(shardsOf(used, cursor, [96]))).toEqual(whole);
    // Positions that were left out are later read as they would have been then.
    const [a, b, c] = cutPositions([[cursor, 96]], [20, 30, 46]);
    const sampler = createSampler(seed, train);
    expect([...sampler.examples([...b, ...c]), ...sampler.examples(a)]).toEqual([
      ...whole.slice(20),
      ...whole.slice(0, 20),
    ]);
  });

  test('a step inside an epoch reads no example twice', () => {
    const sampler = createSampler(
      5,
      Uint32Array.from({ length: 960 }, (_, i) => i),
    );
    for (let step = 0; step < 10; step++)
      expect(new Set(joined(shardsOf(sampler, 96 * step, [32, 31, 33]))).size).toBe(96);
  });

  test('epochs and seeds give different orders; the cursor may be far away', () => {
    const train = Uint32Array.from({ length: 100 }, (_, i) => i);
    const read = (seed: number, cursor: number): string =>
      joined(shardsOf(createSampler(seed, train), cursor, [100])).join();
    expect(new Set([read(1, 0), read(1, 100), read(2, 0), read(1, 100 * 2 ** 40)]).size).toBe(4);
    expect(createSampler(1, train).epochAt(250)).toBe(2);
  });

  test('without shards there are no examples', () => {
    const sampler = createSampler(1, Uint32Array.of(4));
    expect(shardsOf(sampler, 3, [])).toEqual([]);
    expect(shardsOf(sampler, 3, [0])).toEqual([new Uint32Array(0)]);
    expect(joined(shardsOf(sampler, 3, [2]))).toEqual([4, 4]);
  });
});

describe('the split', () => {
  test.each(seeds)('seed %i: disjoint, exhaustive and of the requested size', (seed) => {
    const random = prng('split.test', seed);
    const length = 1 + random.below(500);
    const held = random.below(length);
    const { train, validation } = splitDataset(numbered(length), held, seed);
    expect(validation.length).toBe(held);
    expect(sorted([...train, ...validation])).toEqual(Array.from({ length }, (_, i) => i));
  });

  test('always leaves an example to train on', () => {
    expect(splitDataset(numbered(10), 10, 1).train.length).toBe(1);
    expect(splitDataset(numbered(10), 99, 1).train.length).toBe(1);
    expect(splitDataset(numbered(10), 0, 1).validation.length).toBe(0);
    expect(splitDataset(numbered(0), 5, 1).train.length).toBe(0);
  });

  test('differs by seed', () => {
    expect(splitDataset(numbered(100), 20, 1).validation).not.toEqual(
      splitDataset(numbered(100), 20, 2).validation,
    );
  });
});
