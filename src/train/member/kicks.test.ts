// H6: who was removed, by whom, and what takes that back.
import { expect, test } from 'vitest';
import { newRun, type RunState } from '../run/run-state';
import { testConfig } from '../testing/real-ring';
import { ids, viewOf } from '../testing/samples';
import { Kicks } from './kicks';

const [self, peer, other] = ids;
const stateOf = (change: Partial<RunState>): RunState => ({ ...newRun(testConfig), ...change });

test('H6: a command counts before the run has applied it, and the run’s own list counts without a command', () => {
  const states: RunState[] = [];
  const kicks = new Kicks(self, () => states.at(-1));
  expect([kicks.has(peer), kicks.by(peer)]).toEqual([false, undefined]);
  kicks.note(peer);
  expect([kicks.has(peer), kicks.by(peer)]).toEqual([true, 'host']);
  states.push(stateOf({ kicked: [other] }));
  expect([kicks.has(other), kicks.by(other)]).toEqual([true, 'host']);
});

test('H6: let-in takes back the command at once; what the run has applied stands until it applies let-in', () => {
  const states = [stateOf({ kicked: [] })];
  const kicks = new Kicks(self, () => states.at(-1));
  kicks.note(peer);
  kicks.forgive(peer);
  expect(kicks.has(peer)).toBe(false);
  states.push(stateOf({ kicked: [peer] }));
  kicks.forgive(peer);
  expect(kicks.has(peer)).toBe(true);
});

test('S11: a member with three offences in 50 steps was removed by the ring; with two, or by a command, by the host', () => {
  const offences = (steps: readonly number[]) => steps.map((step) => ({ member: self, step }));
  const kicksAfter = (steps: readonly number[]): Kicks =>
    new Kicks(self, () => stateOf({ kicked: [self], offences: offences(steps) }));
  expect(kicksAfter([10, 20, 59]).by(self)).toBe('ring');
  expect(kicksAfter([10, 10]).by(self)).toBe('ring'); // twice for one step
  expect(kicksAfter([10, 20]).by(self)).toBe('host');
  expect(kicksAfter([10, 20, 60]).by(self)).toBe('host');
  const both = kicksAfter([10, 20, 59]);
  expect(both.why.code).toBe('evicted');
  both.note(self);
  expect([both.by(self), both.why.code]).toEqual(['host', 'kicked']);
});

test('H6: a kicked replica ends by itself only where nobody stays who would install a view without it', () => {
  const kicks = new Kicks(self, () => stateOf({ kicked: [] }));
  expect(kicks.isAlone(undefined)).toBe(false);
  kicks.note(self);
  expect(kicks.isAlone(undefined)).toBe(true);
  expect(kicks.isAlone(viewOf([self]))).toBe(true);
  expect(kicks.isAlone(viewOf([self, peer]))).toBe(false);
  kicks.note(peer);
  expect(kicks.isAlone(viewOf([self, peer]))).toBe(true);
  kicks.forgive(self);
  expect(kicks.isAlone(viewOf([peer]))).toBe(false);
});
