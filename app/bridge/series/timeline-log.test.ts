import { expect, test } from 'vitest';
import type { SeenAccount } from '../../../src/replica/protocol';
import { meanStepMs, TimelineLog } from './timeline-log';

function seen(member: string, step: number, isOverlapped = true, run = 1): SeenAccount {
  return { member, step, run, isOverlapped, startMs: 10 * step, endMs: 10 * step + 8, errorMs: 0, spans: [] };
}

test('the last whole steps in a row are shown; one that a member has not told of yet waits', () => {
  const log = new TimelineLog();
  expect(log.window(4, ['a', 'b'])).toBeUndefined();
  for (const step of [3, 5, 6, 7, 8]) log.add([seen('a', step)]);
  expect(log.window(4, ['a', 'b'])?.steps).toEqual([5, 6, 7, 8]); // b told of none: better than nothing
  log.add([5, 6, 7].map((step) => seen('b', step)));
  const window = log.window(4, ['a', 'b'])!;
  expect(window.steps).toEqual([5, 6, 7]);
  expect([...window.members.keys()]).toEqual(['a', 'b']);
  expect([window.startMs, window.endMs, meanStepMs(window)]).toEqual([50, 78, 8]);
  expect(log.window(2, ['a'])?.steps).toEqual([7, 8]);
  log.add([seen('b', 3)]); // late
  expect(log.window(4, ['a', 'b'])?.steps).toEqual([5, 6, 7]);
});

test('the steps of each setting of overlap stay; another run forgets them', () => {
  const log = new TimelineLog();
  for (let step = 1; step <= 40; step++) log.add([seen('a', step, step <= 10)]);
  expect(log.window(4, ['a'])?.steps).toEqual([37, 38, 39, 40]);
  expect(log.window(4, ['a'], true)?.steps).toEqual([7, 8, 9, 10]);
  expect(log.window(20, ['a'], false)?.steps).toHaveLength(12);
  expect(log.all).toHaveLength(16);
  log.add([seen('a', 1, true, 2)]);
  expect(log.all).toHaveLength(1);
  expect(log.window(4, ['a'], false)).toBeUndefined();
});
