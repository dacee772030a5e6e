// M2–M5, M8, S1: not some paths but all of them, of three members and a few events, to a depth; and seeded ones beyond. STATES=1000000 for a larger search.
import { expect, test } from 'vitest';
import { explore, type Budget } from './test-exhaustive';

const limit = Number(process.env.STATES ?? 1_000);
const none: Budget = { ticks: 0, deaths: 0, cuts: 0, leaves: 0, attempts: 0, admits: 0, statuses: 0 };

const searches: readonly (readonly [string, 2 | 3, Budget])[] = [
  ['two members want a new attempt at once', 3, { ...none, attempts: 2, ticks: 8 }],
  ['a member dies while a view is agreed on', 3, { ...none, attempts: 1, deaths: 1, ticks: 4 }],
  ['the same, and statuses arrive', 3, { ...none, attempts: 1, deaths: 1, ticks: 2, statuses: 2 }],
  ['a goodbye and a death', 3, { ...none, leaves: 1, deaths: 1, ticks: 4 }],
  ['a link breaks while a view is agreed on', 3, { ...none, attempts: 1, cuts: 1, ticks: 4 }],
  ['a newcomer, a goodbye and a death', 2, { ...none, admits: 2, leaves: 1, deaths: 1, ticks: 3 }],
];

test('two proposals meet', { timeout: 60_000 + limit }, () => {
  const found = explore(3, none, 2 * limit, 0, [0, 2]);
  console.log(`two proposals: ${JSON.stringify(found)}`);
  expect(found.violations).toEqual([]);
});

test.each(searches)('%s', { timeout: 60_000 + limit }, (what, size, budget) => {
  const found = explore(size, budget, limit, limit / 5);
  console.log(
    `${what}: ${found.states} states${found.isWhole ? ', all of them' : ''}, ${found.transitions} transitions, ` +
      `depth ${found.depth}, ${found.installs} installs, ${found.fairRuns} fair runs`,
  );
  expect(found.violations).toEqual([]);
  expect(found.installs).toBeGreaterThan(0);
});
