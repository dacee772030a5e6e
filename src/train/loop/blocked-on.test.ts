// S5, J6: whom the ring waits for at its headers, and since when that member is no further.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { driveFor } from '../../base/testing/drive-clock';
import type { Decision } from '../decide/decision';
import { digestOf, ids, recordOf, viewOf, headerOf } from '../testing/samples';
import { BlockedOn } from './blocked-on';

const view = viewOf(ids.slice(0, 4));
const [a, b, c] = view.members;

const wait = (...catchingUp: number[]): Decision => ({ kind: 'wait', catchingUp, reason: 'a test' });
const catchUp = (...targets: number[]): Decision => ({
  ...{ kind: 'catch-up', version: 5, digest: digestOf(1), isDisagreement: false, reason: 'a test' },
  sources: view.members.map((_, rank) => rank).filter((rank) => !targets.includes(rank)),
  targets,
});
const idle: Decision = { kind: 'idle', reason: 'a test' };
const withProgress = (...progress: number[]) => progress.map((value) => recordOf({ progress: value }));

test('S5: only progress beyond the best so far starts the time again', async () => {
  const clock = new ManualClock();
  const blocked = new BlockedOn(clock);
  blocked.see(wait(1), headerOf(view, withProgress(0, 0.5, 0, 0)));
  await driveFor(clock, 10_000);
  blocked.see(wait(1), headerOf(view, withProgress(0, 0.4, 0, 0))); // it began again
  blocked.see(wait(1), headerOf(view, withProgress(0, 0.5, 0, 0)));
  expect(blocked.stuck(10_000)).toEqual([b]);
  expect(blocked.stuck(10_001)).toEqual([]);
  blocked.see(wait(1), headerOf(view, withProgress(0, 0.6, 0, 0)));
  expect(blocked.stuck(1)).toEqual([]);
  expect(blocked.members).toEqual([
    { member: b, progress: 0.6, sinceMs: 0, movedMs: 10_000, best: 0.6, isDefiant: false },
  ]);
});

test('J6: each member that is waited for has a time of its own; one that is no longer waited for is forgotten', async () => {
  const clock = new ManualClock();
  const blocked = new BlockedOn(clock);
  blocked.see(wait(1, 2), headerOf(view, withProgress(0, 0.1, 0.1, 0)));
  await driveFor(clock, 5_000);
  blocked.see(wait(1, 2), headerOf(view, withProgress(0, 0.1, 0.2, 0)));
  expect(blocked.stuck(5_000)).toEqual([b]);
  blocked.see(idle, headerOf(view, withProgress(0, 0, 0, 0)));
  expect([blocked.members, blocked.stuck(0)]).toEqual([[], []]);
  blocked.see(wait(1), headerOf(view, withProgress(0, 0.1, 0, 0)));
  expect(blocked.stuck(5_000)).toEqual([]);
});

test('T1: a member that is asked to catch up and does not has no progress, whatever its record says', async () => {
  const clock = new ManualClock();
  const blocked = new BlockedOn(clock);
  blocked.see(catchUp(0, 2), headerOf(view, withProgress(0, 0, 0.3, 0)));
  await driveFor(clock, 5_000);
  blocked.see(catchUp(0, 2), headerOf(view, withProgress(0, 0, 0.9, 0)));
  expect(blocked.stuck(5_000)).toEqual([a, c]);
  expect(blocked.members.map(({ progress }) => progress)).toEqual([0, 0]);
});

test('T1: where fewer are asked than ever before, the state came nearer for all of them', async () => {
  const clock = new ManualClock();
  const blocked = new BlockedOn(clock);
  const none = withProgress(0, 0, 0, 0).map((record) => ({ ...record, status: 'empty' as const }));
  blocked.see(catchUp(1, 2, 3), headerOf(view, none));
  await driveFor(clock, 5_000);
  blocked.see(catchUp(1, 2), headerOf(view, none));
  expect(blocked.stuck(5_000)).toEqual([]);
  await driveFor(clock, 5_000);
  blocked.see(catchUp(1, 2, 3), headerOf(view, none)); // one began again
  blocked.see(catchUp(1, 2), headerOf(view, none)); // and is back where it was: that is no progress
  expect(blocked.stuck(5_000)).toEqual([b, c]);
  blocked.see(catchUp(2), headerOf(view, none));
  expect(blocked.stuck(5_000)).toEqual([]);
});

test('J7: a member for which three others waited 20 s in 10 min is stuck, whatever its progress', async () => {
  for (const isBeginning of [false, true]) {
    const clock = new ManualClock();
    const blocked = new BlockedOn(clock);
    let progress = 0.1;
    const waits = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second++) {
        progress += 0.001;
        blocked.see(wait(1), headerOf(view, withProgress(0, progress, 0, 0)));
        await driveFor(clock, 1_000);
      }
      blocked.see(idle, headerOf(view, withProgress(0, 0, 0, 0)));
    };
    await waits(10);
    await driveFor(clock, 60_000); // in between it costs nothing
    await waits(9);
    blocked.see(wait(1), headerOf(view, withProgress(0, 0.8, 0, 0)));
    expect(blocked.stuck(60_000, isBeginning)).toEqual([]);
    await driveFor(clock, 1_000);
    blocked.see(wait(1), headerOf(view, withProgress(0, 0.9, 0, 0)));
    expect(blocked.stuck(60_000, isBeginning)).toEqual(isBeginning ? [] : [b]);
    blocked.see(idle, headerOf(view, withProgress(0, 0, 0, 0)));
    await driveFor(clock, 600_000);
    blocked.see(wait(1), headerOf(view, withProgress(0, 0.9, 0, 0)));
    await driveFor(clock, 1_000);
    blocked.see(wait(1), headerOf(view, withProgress(0, 0.95, 0, 0)));
    expect(blocked.stuck(60_000)).toEqual([]);
  }
});

test('J7: a member that is to catch up and still says that it holds the state is stuck after 10 s', async () => {
  const clock = new ManualClock();
  const blocked = new BlockedOn(clock);
  blocked.see(catchUp(2), headerOf(view, withProgress(0, 0, 0, 0)));
  expect(blocked.headerStallMs).toBe(15_000);
  await driveFor(clock, 10_000);
  blocked.see(catchUp(2), headerOf(view, withProgress(0, 0, 0, 0)));
  expect(blocked.stuck(60_000)).toEqual([c]);
});

test('J6b: while fewer than three others are current the ring has as much patience as before', async () => {
  const clock = new ManualClock();
  const blocked = new BlockedOn(clock);
  const two = [0, 0, 0, 0].map((_, rank) => recordOf({ status: rank < 2 ? 'catching-up' : 'current' }));
  blocked.see(catchUp(1), headerOf(view, two));
  await driveFor(clock, 30_000);
  blocked.see(catchUp(1), headerOf(view, two));
  expect(blocked.stuck(60_000)).toEqual([]);
  expect(blocked.headerStallMs).toBe(60_000);
});
