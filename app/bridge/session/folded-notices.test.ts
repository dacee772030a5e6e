// Lines that repeat are one line with a count, and so are two that alternate; the same line after another one starts a new count.
import { expect, test } from 'vitest';
import { say } from '../../../src/base/sayings';
import type { Notice } from '../../../src/replica/protocol';
import { foldedNotices } from './folded-notices';

const notice = (atMs: number, level: Notice['level'], step: number): Notice => ({
  atMs,
  level,
  says: say('fetching-sum', { step }),
});

test('repeats are folded into the newest of them, and nothing else is', () => {
  const notices = [
    notice(1, 'info', 5),
    notice(2, 'info', 5),
    notice(3, 'info', 5),
    notice(4, 'info', 6),
    notice(5, 'info', 5),
    notice(6, 'warning', 5),
  ];
  expect(foldedNotices(notices).map(({ notice: { atMs }, count }) => [atMs, count])).toEqual([
    [3, 3],
    [4, 1],
    [5, 1],
    [6, 1],
  ]);
  expect(foldedNotices([])).toEqual([]);
});

test('two lines that take turns are one line each, at their newest places', () => {
  const steps = [5, 6, 5, 6, 6, 5, 7, 5, 6];
  const notices = steps.map((step, index) => notice(index, 'info', step));
  expect(foldedNotices(notices.slice(0, 4)).map(({ notice: { atMs }, count }) => [atMs, count])).toEqual([
    [2, 2],
    [3, 2],
  ]);
  expect(foldedNotices(notices).map(({ notice: { atMs }, count }) => [atMs, count])).toEqual([
    [2, 2],
    [4, 3],
    [5, 1],
    [6, 1],
    [7, 1],
    [8, 1],
  ]);
});
