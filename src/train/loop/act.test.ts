// H2: each decision, and what a member does about it.
import { describe, expect, test } from 'vitest';
import { driveFor, drive, macrotask } from '../../base/testing/drive-clock';
import type { CatchUp } from '../catch-up/catch-up';
import type { Decision } from '../decide/decision';
import { beginCatchUp, enterView, leaveView } from '../participation/participation';
import { newRun } from '../run/run-state';
import { loopScene, sceneConfig } from '../testing/loop-scene';
import { digestOf, ids } from '../testing/samples';
import { act } from './act';
import { StalledError } from '../header/stalled-error';

const [a, b, c] = ids;
const catchUpOn = (targets: number[], change = {}): Decision => ({
  ...{ kind: 'catch-up', version: 6, digest: digestOf(2), sources: [0], targets },
  ...{ isDisagreement: false, reason: 'some hold an older state' },
  ...change,
});

describe('a view is to change', () => {
  const decision: Decision = { kind: 'change-view', add: [c], remove: [a], reason: 'kicked' };

  test('M20: every member asks for it, and all wait for it', async () => {
    const requested = [{ add: [c], remove: [a], why: 'kicked' }];
    for (const self of [a, b]) {
      const scene = loopScene({ members: [a, b], self });
      const acting = act(scene.parts, scene.headerOf(), decision, scene.abort.signal);
      expect(scene.requested).toEqual(requested);
      scene.abort.abort(new Error('installed'));
      await expect(acting).rejects.toThrow('installed');
    }
  });

  test('S5: without the view in 10 s the attempt fails, and says what it waited for', async () => {
    const { parts, headerOf, abort, clock } = loopScene({ members: [a, b] });
    const acting = act(parts, headerOf(), decision, abort.signal);
    await expect(drive(clock, acting)).rejects.toThrow('the new view');
    expect(clock.now()).toBe(10_000);
  });

  test('M11c, M20b: without the new order in 3 s training goes on in the old one', async () => {
    const { parts, headerOf, abort, clock, activities } = loopScene({ members: [a, b] });
    await drive(clock, act(parts, headerOf(), { kind: 'reorder-ring', reason: '' }, abort.signal));
    expect([clock.now(), activities]).toEqual([3_000, ['changing-view']]);
  });
});

test('an idle ring sleeps until it is woken', async () => {
  const { parts, headerOf, abort, clock, activities } = loopScene();
  let isOver = false;
  const idle: Decision = { kind: 'idle', reason: 'paused' };
  const acting = act(parts, headerOf(), idle, abort.signal).then(() => (isOver = true));
  await driveFor(clock, 60_000);
  expect([isOver, activities]).toEqual([false, ['idle']]);
  parts.wake.raise();
  await acting;
});

test('S6, E0: only rank 0 begins the run and makes its parameters', async () => {
  for (const self of [a, b]) {
    const { parts, replica, headerOf, abort } = loopScene({ members: [a, b], self });
    await replica.prepareFor(sceneConfig, abort.signal);
    replica.become(enterView(leaveView(replica.participation)));
    await act(parts, headerOf(), { kind: 'create', reason: '' }, abort.signal);
    expect(replica.participation.kind).toBe(self === a ? 'current' : 'empty');
    await act(parts, headerOf(), { kind: 'initialize', rank: 0, reason: '' }, abort.signal);
    expect(replica.held?.state.initialized ?? false).toBe(self === a);
  }
});

describe('a transition', () => {
  test('S11: names the offenders, and clears this replica’s accusation', async () => {
    const { parts, headerOf, abort, runs, notices, replica } = loopScene({ members: [a, b] });
    await runs();
    parts.local.accused = b;
    const state = { ...replica.held!.state, version: 6 };
    const offenders = [{ member: b, by: a, isEvicted: false }];
    await act(parts, headerOf(), { kind: 'transition', state, offenders, reason: '' }, abort.signal);
    expect(notices).toEqual(['error: the a refused what the b sent: its part of this step does not count']);
    expect(parts.local.accused).toBeUndefined();
    expect(replica.held!.state.version).toBe(6);
  });

  test('H5: commands that it applied are held no more', async () => {
    const { parts, headerOf, abort, runs, replica } = loopScene();
    await runs();
    const followed: number[] = [];
    const commands = { commands: [], follow: (applied: number) => void followed.push(applied) };
    const state = { ...replica.held!.state, version: 6, appliedCommand: 9 };
    const decision: Decision = { kind: 'transition', state, reason: '' };
    await act({ ...parts, commands } as never, headerOf(), decision, abort.signal);
    expect(followed).toEqual([9]);
  });
});

describe('members are to catch up', () => {
  test('T1: one that has the state goes to the next header at once, or looks again after 250 ms when that is asked again', async () => {
    const { parts, headerOf, abort, clock } = loopScene({ members: [a, b] });
    await drive(clock, act(parts, headerOf(), catchUpOn([1]), abort.signal));
    expect(clock.now()).toBe(0);
    await drive(clock, act(parts, headerOf(), catchUpOn([1]), abort.signal));
    expect(clock.now()).toBe(250);
  });

  test('a disagreement is named once', async () => {
    const { parts, headerOf, abort, clock, notices } = loopScene({ members: [a, b] });
    const decision = catchUpOn([1], { isDisagreement: true, reason: 'digests disagree' });
    for (let i = 0; i < 2; i++) await drive(clock, act(parts, headerOf(), decision, abort.signal));
    expect(notices).toEqual(['error: digests disagree']);
  });

  test('J1: without a link to any member that has the state it looks again, and fails after 60 s', async () => {
    const { parts, headerOf, abort, clock, hub } = loopScene({ members: [a, b], self: b });
    hub.close('no links');
    const targeted = (): Promise<void> => act(parts, headerOf(), catchUpOn([1]), abort.signal);
    await drive(clock, targeted());
    expect(clock.now()).toBe(250);
    const late = async (): Promise<void> => {
      for (;;) await targeted();
    };
    await expect(drive(clock, late())).rejects.toThrow('no linked member offers the state');
    expect(clock.now()).toBeGreaterThanOrEqual(60_000);
    expect(clock.now()).toBeLessThan(61_000);
  });

  test('S5: a member without progress for 60 s ends the attempt by name', async () => {
    const { parts, headerOf, abort, clock } = loopScene({ members: [a, b] });
    const decision: Decision = { kind: 'wait', catchingUp: [1], reason: '' };
    const header = headerOf({}, { status: 'catching-up', progress: 0.5 });
    parts.blockedOn.see(decision, header);
    await act(parts, header, decision, abort.signal);
    await driveFor(clock, 60_000);
    parts.blockedOn.see(decision, header);
    const failed = await act(parts, header, decision, abort.signal).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StalledError);
    expect((failed as StalledError).members).toEqual([b]);
    expect((failed as StalledError).message).toContain('the b to catch up');
  });

  test('J6: a member that the ring waits for goes on after a second, or as soon as it is ready', async () => {
    const { parts, headerOf, abort, clock, replica } = loopScene({ members: [a, b], self: b });
    let isReady = false;
    const log = { state: newRun(sceneConfig) };
    const catchUp = Object.defineProperty({ log }, 'isReady', { get: () => isReady }) as unknown as CatchUp;
    replica.become(beginCatchUp({ kind: 'empty', stored: undefined, lost: undefined }, catchUp));
    const decision: Decision = { kind: 'wait', catchingUp: [1], reason: '' };
    await drive(clock, act(parts, headerOf(), decision, abort.signal));
    expect(clock.now()).toBe(1_000);
    const acting = act(parts, headerOf(), decision, abort.signal);
    await driveFor(clock, 300);
    isReady = true;
    parts.wake.raise();
    await macrotask();
    await acting;
    expect(clock.now()).toBe(1_300);
  });
});
