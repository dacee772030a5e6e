import { expect, test } from 'vitest';
import { fullMeshLimit } from '../../membership/links-needed';
import { mostStranded } from './life';
import { allFaults, type FaultName } from './random-faults';
import { liveRandomly } from './random-life';

/** Quick ones of the first 160 lives that together have every kind of fault twice, one of 15 members, and ways of sums
 *  that measurement changed; the others live in `npm run test:seeds -- --seeds 10000`. Where draws change, a fault may be
 *  missing: add a seed that has it. */
const seeds = [
  4, 10, 20, 26, 29, 39, 45, 48, 51, 71, 74, 77, 80, 81, 84, 85, 89, 93, 98, 106, 110, 124, 127, 128, 131,
  151,
];

test('S1–S5: random joins, deaths, cuts, partitions and sleeps', { timeout: 600_000 }, async () => {
  let commits = 0;
  let stranded = 0;
  let mostMembers = 0;
  let changedWays = 0;
  /** The number of lives in which each fault happened. */
  const counts: Partial<Record<FaultName, number>> = {};
  for (const seed of seeds) {
    const life = await liveRandomly(seed);
    life.ring.verify();
    await life.ring.end();
    commits += life.commits;
    changedWays += life.changedWays;
    mostMembers = Math.max(mostMembers, life.mostMembers);
    for (const name of new Set(allFaults))
      counts[name] = (counts[name] ?? 0) + (life.counts[name] > 0 ? 1 : 0);
    stranded += life.isStranded ? 1 : 0;
  }
  const happened = JSON.stringify(counts);
  console.log(
    `${seeds.length} lives: ${happened}, ${commits} committed steps, ${stranded} ended without a quorum`,
  );
  expect(commits).toBeGreaterThan(10 * seeds.length);
  expect(
    allFaults.filter((name) => !(counts[name]! >= 2)),
    `faults that fewer than two lives had, of ${happened}`,
  ).toEqual([]);
  expect(changedWays, 'ways of sums that measurement changed (S18b)').toBeGreaterThan(0);
  expect(mostMembers, 'members of the largest ring').toBeGreaterThan(fullMeshLimit);
  expect(stranded, 'lives that ended without a quorum').toBeLessThanOrEqual(mostStranded(seeds.length));
});
