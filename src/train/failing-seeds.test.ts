// Lives that once went wrong, by their seed, and what was wrong then. They change with every change of what a life
// draws; where the cause has a test of its own, that one says it more plainly.
import { test } from 'vitest';
import { liveRandomly } from './test-random-life';

const plain: readonly (readonly [seed: number, why: string])[] = [
  [23, 'the most senior member was kicked, and nobody asked for the view without it'],
  [33, 'the same, with newcomers waiting'],
  [151, 'a rider kicked by a decision it followed but did not hold asked to be let in for ever'],
  [204, 'one kicked while it asked to be let in was never told'],
  [1099, 'the checker held on to a step that two finished outside the ring, and the ring did over'],
];

const all: typeof plain = [
  [470, 'the checker looked for the plan of a step only at who still held that step when it said so'],
  [578, 'a rider committed the step that it had missed while another member still lacked it'],
  [1299, 'the only one who held died: its newcomers began a run of the same number in the same lineage'],
  [3071, 'one kicked before it was linked with anyone who was told waited to be let in for ever'],
  [6305, 'two tabs of the host gave commands on both sides of a cut: each side held others'],
  [7172, 'commands came faster than a slow edge carried headers: no two records ever showed the same set'],
  [1443, 'the host’s start was lost with the one it was given to, and nobody started the paused ring'],
];

const lives = [
  ...plain.map(([seed, why]) => ({ seed, why, options: { plain: true } })),
  ...all.map(([seed, why]) => ({ seed, why, options: {} })),
];

test.each(lives)('seed $seed: $why', { timeout: 60_000 }, async ({ seed, options }) => {
  const { ring } = await liveRandomly(seed, options);
  ring.verify();
  await ring.end();
});
