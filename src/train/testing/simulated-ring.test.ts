import { expect, test } from 'vitest';
import { fullMeshLimit } from '../../membership/links-needed';
import { mostStranded } from './life';
import { allFaults, type FaultName } from './random-faults';
import { liveRandomly } from './random-life';

/** Enough for every kind of fault, in rings of 2 to 15. `npm run test:seeds -- --seeds 10000` has the others. */
const lives = 60;

test('S1–S5: random joins, deaths, cuts, partitions and sleeps', { timeout: 600_000 }, async () => {
  let commits = 0;
  let stranded = 0;
  let mostMembers = 0;
  const counts: Partial<Record<FaultName, number>> = {};
  for (let seed = 0; seed < lives; seed++) {
    const life = await liveRandomly(seed);
    life.ring.verify();
    await life.ring.end();
    commits += life.commits;
    mostMembers = Math.max(mostMembers, life.mostMembers);
    for (const name of allFaults) counts[name] = (counts[name] ?? 0) + life.counts[name];
    stranded += life.isStranded ? 1 : 0;
  }
  const happened = JSON.stringify(counts);
  console.log(`${lives} lives: ${happened}, ${commits} committed steps, ${stranded} ended without a quorum`);
  expect(commits).toBeGreaterThan(lives);
  expect(
    allFaults.filter((name) => !counts[name]),
    `faults that no life had, of ${happened}`,
  ).toEqual([]);
  expect(mostMembers, 'members of the largest ring').toBeGreaterThan(fullMeshLimit);
  expect(stranded, 'lives that ended without a quorum').toBeLessThanOrEqual(mostStranded(lives));
});
