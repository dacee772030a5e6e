// C12, E2: a small sum of f32 whose parts go to all has the bits that the topology's trees give.
import { describe, expect, test } from 'vitest';
import { bytesOf, equalBytes } from '../base/bytes';
import { permutation, prng } from '../base/prng';
import type { View } from '../membership/view';
import { plainSums } from '../train/testing/plain-sums';
import { sumPathAmong } from './neighbours';
import { OwnPartError } from './offence';
import { SumRing, type SumRingOptions } from './testing/sum-ring';
import { topologies, type Topology } from './topology';

function makeRings(order: Topology, size: number, length: number, silent: readonly number[]) {
  const random = prng('small sum', order, size, length);
  const members = Array.from({ length: size }, (_, rank) => `member-${rank}`);
  const view: View = { lineage: '00c0ffee', generation: 3, members, ring: [...permutation(size, random)] };
  const parts = members.map((_, rank) =>
    Float32Array.from({ length }, () =>
      silent.includes(rank) ? 0 : random.normal() * 2 ** random.below(20),
    ),
  );
  const contributors = members.filter((_, rank) => !silent.includes(rank));
  const common = { view, codec: undefined, exponent: 0, parts, contributors, seed: size + length };
  const make = (options: Pick<SumRingOptions, 'path' | 'order'>): SumRing =>
    new SumRing({ ...common, ...options });
  return { view, parts, gathered: make({ path: 'gathered', order }), trees: make({ path: order }) };
}

describe.each(topologies)('%s', (order) => {
  test('the bits of its trees, and of plain loops, whoever is silent, N = 2…8', async () => {
    for (let size = 2; size <= 8; size++)
      for (const [length, silent] of [
        [0, []],
        [1, [0]],
        [size - 1, []],
        [97, [size - 1]],
        [1009, []],
        [5, Array.from({ length: size }, (_, rank) => rank)],
      ] as const) {
        const { view, parts, gathered, trees } = makeRings(order, size, length, silent);
        await gathered.finish();
        await trees.finish();
        const plain = new Float32Array(length);
        const inRing = view.ring.map((rank) => parts[rank]);
        plainSums(order, inRing, plain, 0, length);
        for (const { members } of [gathered, trees])
          for (const { result } of members)
            expect(equalBytes(bytesOf(result), bytesOf(plain)), `N = ${size}, L = ${length}`).toBe(true);
        const speaking = size - silent.length;
        const sent = gathered.members.map(({ collective }) => collective.timings().payloadBytesSent);
        expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBe(4 * length * speaking * (size - 1));
      }
  });
});

test('C12: only small vectors of f32 in a full mesh', () => {
  const f32 = { topology: 'ring', codec: { kind: 'f32' }, gatherBytes: 4096 } as const;
  expect([1, 2, 8, 9].map((size) => sumPathAmong(f32, size, 4096))).toEqual([
    'ring',
    'gathered',
    'gathered',
    'ring',
  ]);
  expect([4097, undefined].map((bytes) => sumPathAmong(f32, 4, bytes))).toEqual(['ring', 'ring']);
  expect(sumPathAmong({ ...f32, gatherBytes: 0 }, 4, 4)).toBe('ring');
  expect(sumPathAmong({ ...f32, gatherBytes: undefined }, 4, 4)).toBe('ring');
  expect(sumPathAmong({ ...f32, topology: 'tree', codec: { kind: 'int8' } }, 4, 4)).toBe('tree');
});

test.each([
  ['NaN', NaN, 'non-finite'],
  ['an outlier', 1e9, 'outlier'],
])('C12b: %s: its source withholds it before the others see it', async (_, value, kind) => {
  const members = ['member-0', 'member-1', 'member-2'];
  const view: View = { lineage: '00c0ffee', generation: 3, members, ring: [0, 1, 2] };
  const parts = members.map((_, rank) => Float32Array.of(1, rank === 1 ? value : 2, 3));
  const judge = (values: Float32Array) => (values.some((x) => x > 1e6) ? 'is an outlier' : undefined);
  const common = { view, codec: undefined, exponent: 0, parts, seed: 1, judge };
  const ring = new SumRing({ ...common, path: 'gathered', order: 'ring' });
  await ring.run();
  const [first, spoilt, last] = await ring.failures();
  expect(spoilt).toBeInstanceOf(OwnPartError);
  expect((spoilt as OwnPartError).kind).toBe(kind);
  for (const other of [first, last]) expect(other?.message).toBe('over'); // they still waited
});
