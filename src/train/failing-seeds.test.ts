// Lives that once went wrong, by their seed, and what was wrong then. They change with every change of what a life
// draws; where the cause has a test of its own, that one says it more plainly.
import { test } from 'vitest';
import { liveRandomly } from './test-random-life';

const named: readonly (readonly [seed: number, why: string])[] = [
  [23, 'the most senior member was kicked, and nobody asked for the view without it'],
  [33, 'the same, with newcomers waiting'],
  [151, 'a rider kicked by a decision it followed but did not hold asked to be let in for ever'],
  [204, 'one kicked while it asked to be let in was never told'],
  [1099, 'the checker held on to a step that two finished outside the ring, and the ring did over'],
];

test.each(named)('seed %i: %s', { timeout: 60_000 }, async (seed) => {
  const { ring } = await liveRandomly(seed, { plain: true });
  ring.verify();
  await ring.end();
});
