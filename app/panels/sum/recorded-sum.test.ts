// Sums of simulated rings as their members tell them: what is drawn is what travelled, and what COST.md says.
import { afterEach, describe, expect, it } from 'vitest';
import { allReduceCost } from '../../../src/collectives/cost';
import { sumPaths, type ShownPath } from '../../../src/collectives/topology';
import type { SeenSum } from '../../../src/replica/protocol';
import { SimulatedRing, type SimulatedReplica } from '../../../src/train/testing/simulated-ring';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { testConfig } from '../../../src/train/testing/real-ring';
import { plannedSum, type DrawnSum } from './drawn-sum';
import { playOf } from './sum-play';
import { recordedSum } from './recorded-sum';

let ring: SimulatedRing | undefined;

afterEach(async () => {
  await ring?.end();
  ring = undefined;
});

interface Looked {
  readonly looker: SimulatedReplica;
  readonly seen: SeenSum[];
}

/** A ring that trains by `way`, looked at by its first replica. */
async function lookedAt(way: ShownPath, size: number, seed = 3): Promise<Looked> {
  const config = {
    ...moonsRun([48, 48], 300),
    localBatch: 8,
    microBatch: 8,
    validationExamples: 60,
    buckets: {
      ...testConfig.buckets,
      ...(way === 'gathered' ? { gatherBytes: 61_440 } : { topology: way }),
    },
  };
  ring = new SimulatedRing({
    ...{ seed, config, conditions: { delayMs: 3, jitterMs: 2 } },
    computeMs: (random) => 90 + random.below(30),
  });
  for (let i = 0; i < size; i++) ring.add();
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  const looker = ring.replicas[0];
  const seen: SeenSum[] = [];
  looker.member.sumWatch.on('sum', (sum) => seen.push(sum));
  looker.member.sumWatch.watch(true);
  return { looker, seen };
}

async function drawn(
  way: ShownPath,
  size: number,
): Promise<{ readonly seen: SeenSum; readonly sum: DrawnSum }> {
  const { looker, seen } = await lookedAt(way, size);
  await ring!.until('a sum is told', () => seen.length > 0);
  return { seen: seen[0], sum: recordedSum(seen[0], nameIn(looker))! };
}

function nameIn(self: SimulatedReplica) {
  return (id: string) => ({ name: `name of ${id}`, isSelf: id === self.id });
}

function placesOf({ transfers }: DrawnSum): string[] {
  return transfers.map(({ bucket, chunk, from, to, kind, parts }) =>
    [bucket, chunk, from, to, kind, ...parts].join(),
  );
}

describe.each(sumPaths)('T15 a recorded sum, %s', (way) => {
  it.each([2, 3, 4, 5, 8])(
    'of %i has every message of its plan once, with the bytes of COST.md',
    async (size) => {
      const { seen, sum } = await drawn(way, size);
      const { members } = sum;
      const all = sum.buckets.map(({ bytes }) => bytes);
      expect(seen.buckets).toBeGreaterThan(0);
      expect(all).toHaveLength(Math.min(8, seen.buckets));
      expect(placesOf(sum)).toEqual(placesOf(plannedSum(sum.way, members, { buckets: all })));
      expect(sum.way).toBe(way);
      for (const [bucket, bytes] of all.entries()) {
        const play = playOf(sum, bucket);
        const cost = allReduceCost(way, size, bytes, 1, 1000);
        const end = play.at(play.endMs);
        const sent = members.map((_, member) => end.bytes(member));
        const total = sent.reduce((a, b) => a + b, 0);
        expect(play.rounds).toBe(cost.steps);
        expect(total / size).toBeCloseTo(cost.meanBytes, 6);
        // Chunks differ by one element where the members do not divide the bucket.
        expect(Math.abs(Math.max(...sent) - cost.busiestBytes)).toBeLessThanOrEqual(4 * 2 * size);
        expect(members.every((_, member) => end.isWhole(member, 0))).toBe(true);
      }
    },
  );
});
