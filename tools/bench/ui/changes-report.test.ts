import { expect, test } from 'vitest';
import { changeLines, firstShownMs, noticedIn, says, type Reading, type ShownChange } from './changes-report';

const reading = (atMs: number, more: Partial<Reading>): Reading => ({
  ...{ atMs, phase: 'Training', count: '4', note: '', share: '' },
  ...more,
});

test('a screen shows the members of the view, whatever stands around the number', () => {
  for (const count of ['5', '4 of 5', '5 replicas', '4 of 5 replicas'])
    expect(says.members(5)(reading(0, { count })), count).toBe(true);
  for (const count of ['4', '5 of 4', '15', '', '–'])
    expect(says.members(5)(reading(0, { count })), count).toBe(false);
  expect(says.share(3)(reading(0, { share: '33\u00a0%' }))).toBe(true);
  expect(says.share(3)(reading(0, { share: '34\u00a0%' }))).toBe(false);
});

test('silence, a pause and training are told by words', () => {
  expect(says.notHeard(reading(0, { note: '1 not heard' }))).toBe(true);
  expect(says.notHeard(reading(0, { note: '1 catching up' }))).toBe(false);
  expect(says.waiting(reading(0, { phase: 'Waiting for a replica' }))).toBe(true);
  expect(says.waiting(reading(0, {}))).toBe(false);
  expect(says.paused(reading(0, { phase: 'Paused' }))).toBe(true);
  expect(says.training(reading(0, { phase: 'Paused' }))).toBe(false);
});

test('what a screen said before the event does not count', () => {
  const readings = [reading(10, { count: '5' }), reading(20, {}), reading(30, { count: '5' })];
  expect(firstShownMs(readings, 15, says.members(5))).toBe(30);
  expect(firstShownMs(readings, 35, says.members(5))).toBeUndefined();
});

test('a flight record has views, silences and phases', () => {
  const lines = [
    { name: 'a', id: 'x' },
    { at: 1, kind: 'membership', input: 'silent', followed: [], peer: 'b' },
    { at: 2, kind: 'membership', input: 'commit', followed: ['send x to y', 'install 1a/3 [a b c]'] },
    { at: 3, kind: 'phase', phase: 'paused' },
    { at: 4, kind: 'commit', step: 3 },
  ];
  expect(noticedIn(lines.map((line) => JSON.stringify(line)).join('\n'))).toEqual([
    { atMs: 1, what: 'silent', is: '' },
    { atMs: 2, what: 'view', is: 3 },
    { atMs: 3, what: 'phase', is: 'paused' },
  ]);
});

test('a line has the median, the longest, and what was never shown', () => {
  const change = (fromView: number | undefined): ShownChange => ({
    ...{ event: 'a killed member, gone', screen: 'watch', fromView },
    fromEvent: fromView && fromView + 3_000,
    fromOwn: fromView && fromView / 2,
  });
  const paused: ShownChange = {
    ...{ event: 'the host pauses', screen: 'watch', fromView: undefined, fromEvent: 90, fromOwn: undefined },
  };
  expect(changeLines([change(200), change(undefined), change(900), change(400), paused])).toEqual([
    {
      name: 'ui a killed member, gone, watch',
      ...{ ours: 400, goal: 1000, unit: 'ms from the new view', runs: 4 },
      parts: {
        longest: 900,
        ...{ 'from what its page knew': 200, 'longest of those': 450 },
        ...{ 'from the event': 3400, 'longest from the event': 3900, 'never shown': 1 },
      },
    },
    {
      name: 'ui the host pauses, watch',
      ...{ ours: 90, unit: 'ms from the event', runs: 1, parts: { longest: 90 } },
    },
  ]);
});
