// E27: the fragments of a model.
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { fragmentOf, fragmentsOf, outside, overlapOf, type Fragment } from './fragments';
import { streamingDiloco } from './modes/streaming';
import { everyStep } from './sync';

const elementsIn = (fragment: Fragment): number => overlapOf(fragment, 0, Infinity);

const slotsOf = (layers: readonly (readonly number[])[]) => {
  let offset = 0;
  return layers.flatMap((lengths, layer) =>
    lengths.map((length, i) => {
      const slot = { name: `layers.${layer}.${i}`, offset, length };
      offset += length;
      return slot;
    }),
  );
};

test('E27: sequential fragments end at layers, strided ones hold every so many-th', () => {
  const slots = slotsOf([[90, 10], [100], [95, 5], [100]]);
  const fragments = (count: number, pattern: 'sequential' | 'strided') =>
    fragmentsOf(slots, { fragments: count, pattern });
  expect(fragments(2, 'sequential')).toEqual([[{ start: 0, end: 200 }], [{ start: 200, end: 400 }]]);
  expect(fragments(2, 'strided')).toEqual([
    [{ start: 0, end: 100 }, { start: 200, end: 300 }],
    [{ start: 100, end: 200 }, { start: 300, end: 400 }],
  ]); // prettier-ignore
});

test('E27: a layer far from an equal share is cut inside', () => {
  const slots = slotsOf([[10], [1000], [20]]);
  const sizes = fragmentsOf(slots, { fragments: 4, pattern: 'sequential' }).map(elementsIn);
  expect(sizes).toEqual([257, 258, 257, 258]);
});

test('E27: every element is in one fragment, and no fragment is empty', () => {
  const random = prng('fragments', 1);
  for (let life = 0; life < 200; life++) {
    const slots = slotsOf(
      Array.from({ length: 1 + random.below(8) }, () => [1 + random.below(300), 1 + random.below(20)]),
    );
    const total = slots.at(-1)!.offset + slots.at(-1)!.length;
    const count = 1 + random.below(Math.min(64, total));
    for (const pattern of ['sequential', 'strided'] as const) {
      const fragments = fragmentsOf(slots, { fragments: count, pattern });
      expect(fragments).toHaveLength(count);
      const owners = new Uint8Array(total);
      for (const fragment of fragments) {
        expect(elementsIn(fragment)).toBeGreaterThan(0);
        for (const { start, end } of fragment) for (let i = start; i < end; i++) owners[i]++;
        expect(elementsIn(fragment) + elementsIn(outside(fragment, total))).toBe(total);
        expect(
          outside(fragment, total).every(({ start, end }) => overlapOf(fragment, start, end) === 0),
        ).toBe(true);
      }
      expect(owners.every((count) => count === 1)).toBe(true);
    }
  }
});

test('E27: the fragments take turns by the number of finished steps', () => {
  const slots = slotsOf([[100], [100]]);
  const sync = streamingDiloco(4, { fragments: 2, pattern: 'sequential' });
  const starts = [0, 1, 2, 7].map((step) => fragmentOf({ sync, step }, slots)?.[0].start);
  expect(starts).toEqual([0, 100, 0, 100]);
  expect(fragmentOf({ sync: everyStep, step: 3 }, slots)).toBeUndefined();
});
