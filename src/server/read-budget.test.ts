// R28: what an address is answered, and the place of connections whose address nobody has said.
import { expect, test } from 'vitest';
import { ManualClock } from '../base/clock';
import { addressAnswerRule } from './limits';
import { ReadBudgets } from './read-budget';

const [pupil, attacker] = ['192.0.2.2', '192.0.2.66'];

test('R28a large answers of an address leave no faster than its budget', () => {
  const clock = new ManualClock();
  const budgets = new ReadBudgets(clock);
  const [first, second] = [budgets.of(attacker), budgets.of(attacker)];
  expect(first.answered(addressAnswerRule.capacity)).toBe(0);
  expect(second.answered(addressAnswerRule.perSecond / 2)).toBeCloseTo(500);
  expect(budgets.of(pupil).answered(1_000)).toBe(0);
});

test('R28b connections of nobody share one place until a request says whose they are', () => {
  const budgets = new ReadBudgets(new ManualClock());
  const [first, second] = [budgets.of(undefined), budgets.of(undefined)];
  expect(first.path).toHaveLength(2);
  expect(first.path[0]).toBe(second.path[0]);
  expect(first.path[1]).not.toBe(second.path[1]);
  first.belongsTo(attacker);
  second.belongsTo(pupil);
  expect(first.path[0]).not.toBe(second.path[0]);
});
