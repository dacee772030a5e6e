import { expect, test } from 'vitest';
import { mostStranded } from './life';
import { liveRandomly } from './random-life';

/** `npm run test:seeds -- --seeds 10000` has the others. */
const lives = 100;

test('S1–S5: random joins, deaths, cuts, partitions and sleeps', { timeout: 600_000 }, async () => {
  let commits = 0;
  let faults = 0;
  let stranded = 0;
  for (let seed = 0; seed < lives; seed++) {
    const life = await liveRandomly(seed);
    life.ring.verify();
    await life.ring.end();
    commits += life.commits;
    faults += life.faults.length;
    stranded += life.isStranded ? 1 : 0;
  }
  console.log(
    `${lives} lives: ${faults} faults, ${commits} committed steps, ${stranded} ended without a quorum`,
  );
  expect(commits).toBeGreaterThan(0);
  expect(stranded, 'lives that ended without a quorum').toBeLessThanOrEqual(mostStranded(lives));
});
