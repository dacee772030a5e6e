// C14: settings at the edges of every bound that a configuration or a command may hold. One sum of each is whole, and no
// frame of it is too long: a setting that a peer sends can never end the process.
import { expect, test } from 'vitest';
import { casesOf } from '../../../base/testing/every-case';
import * as v from 'valibot';
import { codecKinds, codecNamed, type CodecSetting } from '../../../codecs/setting';
import { codecOf } from '../../../codecs/registry';
import { prng } from '../../../base/prng';
import { gatheredSegment } from '../../../collectives/gathered-sum';
import { sumPathAmong } from '../../../collectives/neighbours';
import { segmentElements } from '../../../collectives/schedule';
import { SumRing } from '../../../collectives/testing/sum-ring';
import { topologies } from '../../../collectives/topology';
import type { View } from '../../../membership/view';
import { assignBuckets } from '../../reduce/buckets';
import { bucketSettings, type BucketSettings } from '../../run/live-settings';

const seed = 36;
const shares = casesOf([1 / 4096, 1 / 64, 0.25], (share) => share !== 1 / 64);
const codecs: readonly CodecSetting[] = codecKinds.flatMap((kind): readonly CodecSetting[] => {
  const usual = codecNamed(kind);
  return 'share' in usual ? shares.map((share) => ({ ...usual, share })) : [usual];
});

/** The ends of what the schema accepts of a field, and the first values outside. */
function edgesOf(field: 'gatherBytes' | 'firstBytes' | 'capBytes'): number[] {
  const tried = [0, 1, 4095, 4096, 61_436, 61_440, 61_441, 65_492, 65_496, 65_500, 65_535, 65_536, 65_537];
  return [...tried, 2 ** 30, 2 ** 30 + 1, 2 ** 31, 2 ** 53].filter((value) => accepted({ [field]: value }));
}

const plain: BucketSettings = {
  ...{ mode: 'single', topology: 'ring', codec: { kind: 'f32' }, overlap: true },
  ...{ firstBytes: 1 << 20, capBytes: 1 << 20 },
};

function accepted(change: Partial<BucketSettings>): boolean {
  return v.is(bucketSettings, { ...plain, ...change });
}

async function sums(settings: BucketSettings, size: number, length: number): Promise<void> {
  const members = Array.from({ length: size }, (_, rank) => `member-${rank}`);
  const view: View = { lineage: '00c0ffee', generation: 3, members, ring: members.map((_, rank) => rank) };
  const { topology, codec } = settings;
  const path = sumPathAmong(settings, size, 4 * length);
  const random = prng('frame limits', seed, topology, size, length);
  const parts = members.map(() => Float32Array.from({ length }, () => random.normal()));
  const isPlain = codec.kind === 'f32' || codec.kind === 'power-sgd';
  const ring = new SumRing({
    ...{ view, path, parts, seed, exponent: 0 },
    codec: isPlain ? undefined : codecOf(codec),
    ...(path === 'gathered' && isPlain ? { order: topology } : {}),
  });
  await ring.finish();
  for (const { result } of ring.members) expect(result).toEqual(ring.members[0].result);
}

test('C14: a sum at every edge of the settings of buckets', async () => {
  const gather = edgesOf('gatherBytes');
  expect(gather[0]).toBe(0);
  for (const size of casesOf([2, 3, 8, 9], (members) => members === 3 || members === 8))
    for (const gatherBytes of gather)
      for (const length of [...new Set([1, gatherBytes >> 2, (gatherBytes >> 2) + 1])].filter(Boolean))
        await sums({ ...plain, gatherBytes }, size, length);
  for (const topology of topologies)
    for (const length of [segmentElements - 1, segmentElements, segmentElements + 1, 16_374, 16_384])
      await sums({ ...plain, topology, gatherBytes: Math.max(...gather) }, 4, length);
});

test('C14: a sum with every codec at the ends of its share, at the ends of a segment', async () => {
  for (const codec of codecs)
    for (const length of [1, 4095, 4097, segmentElements + 1, gatheredSegment - 1, gatheredSegment + 1]) {
      if (accepted({ codec })) await sums({ ...plain, codec }, 3, length);
    }
});

test('C14: the smallest buckets of the largest model have numbers that a frame can carry', () => {
  const length = 2 ** 28;
  const slots = [{ name: 'w', offset: 0, length }] as unknown as Parameters<typeof assignBuckets>[0];
  for (const mode of ['bucketed', 'measured'] as const) {
    const buckets = assignBuckets(slots, { ...plain, mode, firstBytes: 4096, capBytes: 4096 });
    expect(buckets.length).toBeLessThanOrEqual(2 ** 16);
    expect(buckets.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(length);
  }
});
