// M2–M5, M8, S1: all interleavings of a few members and events. The succession itself is searched to the end: here in four
// scenarios, in all by test:seeds -- --exhaustive. With timers and gossip the search goes to a depth, and along seeded
// paths beyond it; STATES=1000000 goes deeper.
import { expect, test } from 'vitest';
import { casesOf } from '../base/testing/every-case';
import { step, type Step } from './membership';
import type { LeaveReport, MembershipInput, MembershipState } from './membership-state';
import { explore, type Budget } from './testing/exhaustive-search';
import type { Reducer } from './testing/succession-member';
import { successionScenarios, type SuccessionScenario } from './testing/succession-scenarios';
import { searchSuccession } from './testing/succession-search';

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

/** Two of these take the most worlds, and begin as another one does. */
const isDaily = ({ what }: SuccessionScenario): boolean =>
  what !== 'two proposals among four' && what !== 'two proposals and a goodbye';

test.each(casesOf(successionScenarios, isDaily))('M2, M3, M4: $what', { timeout: 120_000 }, (scenario) => {
  const { violation, worlds, moves, installs, isWhole } = searchSuccession(scenario, scenario.quick);
  console.log(
    `${scenario.what}: ${worlds} worlds${isWhole ? ', all of them' : ''}, ${moves} moves, ${installs} installs`,
  );
  expect(violation).toBeUndefined();
  expect(installs).toBeGreaterThan(0);
  if (scenario.quick === Infinity) expect(isWhole).toBe(true);
});

const goodbye = successionScenarios.find(({ leaves }) => leaves > 0)!;

test.each<readonly [string, SuccessionScenario, Reducer]>([
  ['members forget what they promised', successionScenarios[0], forgetPromises],
  ['members forget what they acknowledged', successionScenarios[0], forgetAcknowledgements],
  ['a goodbye conceals what its author promised', goodbye, concealPromises],
  ['a goodbye conceals what its author acknowledged', goodbye, concealAcknowledgements],
])('the search finds two successors of a view where %s', (_, scenario, reduce) => {
  expect(searchSuccession(scenario, 1e6, reduce).violation).toMatch(/^M2, S1 after 1: .* and .*, by /);
});

function forgetPromises(before: MembershipState, input: MembershipInput, nowMs: number): Step {
  const { state, effects } = step(before, input, nowMs);
  return { state: { ...state, promised: before.promised }, effects };
}

function forgetAcknowledgements(before: MembershipState, input: MembershipInput, nowMs: number): Step {
  const { state, effects } = step(before, input, nowMs);
  return { state: { ...state, acked: undefined }, effects };
}

function concealPromises(before: MembershipState, input: MembershipInput, nowMs: number): Step {
  return step(before, changeGoodbye(input, { promised: 1 }), nowMs);
}

function concealAcknowledgements(before: MembershipState, input: MembershipInput, nowMs: number): Step {
  return step(before, changeGoodbye(input, { acked: undefined }), nowMs);
}

function changeGoodbye(input: MembershipInput, change: Partial<LeaveReport>): MembershipInput {
  if (input.kind !== 'message' || input.message.kind !== 'leave') return input;
  return { ...input, message: { ...input.message, ...change } };
}

test.each(searches)('%s', { timeout: 60_000 + limit }, (what, size, budget) => {
  const found = explore(size, budget, limit, limit / 10);
  console.log(
    `${what}: ${found.states} states${found.isWhole ? ', all of them' : ''}, ${found.transitions} transitions, ` +
      `depth ${found.depth}, ${found.installs} installs, ${found.fairRuns} fair runs`,
  );
  expect(found.violations).toEqual([]);
  expect(found.installs).toBeGreaterThan(0);
});
