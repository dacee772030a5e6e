// M2–M5, M8, S1: all interleavings of a few members and events. The succession itself is searched to the end; with timers
// and gossip, to a depth, and along seeded paths beyond it. STATES=1000000 searches deeper, and so does
// test:seeds -- --exhaustive.
import { expect, test } from 'vitest';
import { explore, type Budget } from './testing/exhaustive-search';
import { searchSuccession, successionSearches } from './testing/succession-search';

const limit = Number(process.env.STATES ?? 500);
const none: Budget = { ticks: 0, deaths: 0, cuts: 0, leaves: 0, attempts: 0, admits: 0, statuses: 0 };

const searches: readonly (readonly [string, 2 | 3, Budget])[] = [
  ['two members want a new attempt at once', 3, { ...none, attempts: 2, ticks: 8 }],
  ['a member dies while a view is agreed on', 3, { ...none, attempts: 1, deaths: 1, ticks: 4 }],
  ['the same, and statuses arrive', 3, { ...none, attempts: 1, deaths: 1, ticks: 2, statuses: 2 }],
  ['a goodbye and a death', 3, { ...none, leaves: 1, deaths: 1, ticks: 4 }],
  ['a link breaks while a view is agreed on', 3, { ...none, attempts: 1, cuts: 1, ticks: 4 }],
  ['a newcomer, a goodbye and a death', 2, { ...none, admits: 2, leaves: 1, deaths: 1, ticks: 3 }],
];

test.each(successionSearches)('M2, M3, M4: $what', { timeout: 120_000 }, ({ what, scenario, quick }) => {
  const { violation, states, transitions, installs, isWhole } = searchSuccession(scenario, quick);
  console.log(
    `${what}: ${states} worlds${isWhole ? ', all of them' : ''}, ${transitions} transitions, ${installs} installs`,
  );
  expect(violation).toBeUndefined();
  expect(installs).toBeGreaterThan(0);
});

test.each(searches)('%s', { timeout: 60_000 + limit }, (what, size, budget) => {
  const found = explore(size, budget, limit, limit / 10);
  console.log(
    `${what}: ${found.states} states${found.isWhole ? ', all of them' : ''}, ${found.transitions} transitions, ` +
      `depth ${found.depth}, ${found.installs} installs, ${found.fairRuns} fair runs`,
  );
  expect(found.violations).toEqual([]);
  expect(found.installs).toBeGreaterThan(0);
});
