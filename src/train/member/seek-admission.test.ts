// H6, M9: every way out of being outside. The ring around it is played by hand: hellos over links, and membership that
// installs a view when the test says so.
import { inEnglish } from '../../cli/english/in-english';
import { say, unexpected } from '../../base/sayings';
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import { driveFor, macrotask } from '../../base/testing/drive-clock';
import type { MembershipInput } from '../../membership/membership-state';
import type { MemberId } from '../../membership/view';
import { EngineError } from '../../model/engine';
import type { Phase } from '../context/phase';
import { PrepareError } from '../context/trainer-options';
import type { Hello } from '../peers/hello';
import { Hellos } from '../peers/hellos';
import { Hub } from '../peers/hub';
import type { MembershipDriverEvents } from '../peers/membership-driver';
import { moonsRun } from '../testing/moons-run';
import { hashConfig, type RunConfig } from '../run/run-config';
import { newRun, type RunState } from '../run/run-state';
import type { Participation } from '../participation/participation';
import type { Replica } from '../participation/replica';
import { createTrainState } from '../../optim/state/train-state';
import { HandLink } from '../testing/hand-link';
import { helloOf, ids, ringOf, viewOf } from '../testing/samples';
import type { MemberScreen } from './member-screen';
import { nobodyLeftMs, SeekAdmission, turnedAwayMs } from './seek-admission';

const [a, b, self, d] = ids;
const config = moonsRun([4]);
const other = moonsRun([8]);

let end = new AbortController();
afterEach(() => {
  end.abort(new Error('the test is over'));
  end = new AbortController();
});

function scene() {
  const clock = new ManualClock();
  const hub = new Hub(clock);
  const inputs: MembershipInput[] = [];
  const heard = new Set<MemberId>();
  const members = Object.assign(new Emitter<MembershipDriverEvents>(), {
    input: (input: MembershipInput) => void inputs.push(input),
    hears: (peer: MemberId) => heard.has(peer),
  });
  const prepared: RunConfig[] = [];
  const begun: RunConfig[] = [];
  /** What the device does when it is asked to prepare; empty: it can at once. */
  const device: (() => Promise<void>)[] = [];
  const replica = {
    brought: undefined as Replica['brought'],
    ready: undefined as Replica['ready'],
    async prepareFor(wanted: RunConfig) {
      prepared.push(wanted);
      await device.shift()?.();
      const ready = { config: wanted, configHash: hashConfig(wanted), planHash: '1'.repeat(16) };
      return (replica.ready = ready as NonNullable<Replica['ready']>);
    },
    device: { zeroTensors: ({ config: wanted }: RunState) => createTrainState(wanted.optimizer, 4) },
    become: (next: Participation) => void begun.push(next.stored!.held.state.config),
    bring: () => replica.brought !== undefined,
  };
  const ownHello = { wantsIn: false };
  const hellos: Hellos = new Hellos(hub, () => helloOf(ownHello));
  hub.handle('hello', ({ from, frame }) => {
    hellos.take(from, frame);
    if (isRunning) admission.wake();
  });
  const phases: Phase[] = [];
  const failed: string[] = [];
  const created: string[] = [];
  const parts = { self, clock, members, hellos, replica, hub, commands: { begin: () => 0 }, ownHello };
  const screen: MemberScreen = {
    nameOf: (member) => `the ${member[0]}`,
    notify: (_, says) => void created.push(inEnglish(says)),
    enter: (phase) => void phases.push(phase),
    fail: (code, says) => {
      failed.push(`${code}: ${inEnglish(says)}`);
      end.abort(new Error(code));
    },
  };
  const roomEnd = {
    isKnown: false,
    leave(): void {
      failed.push('left: the room is ended');
      end.abort(new Error('left'));
    },
  };
  const admission: SeekAdmission = new SeekAdmission(parts, screen, end.signal, roomEnd);
  const links = new Map<MemberId, HandLink>();
  /** A peer that is linked and heard, and this is its hello. */
  const peer = (id: MemberId, hello: Partial<Hello>): HandLink => {
    const link = links.get(id) ?? new HandLink(clock);
    if (!links.has(id)) hub.add(id, link);
    links.set(id, link);
    heard.add(id);
    link.deliverJson('hello', helloOf(hello));
    return link;
  };
  const holds = (): void => {
    const state = { ...newRun(other), initialized: true };
    replica.brought = { state } as NonNullable<Replica['brought']>;
  };
  let isRunning = false;
  let isOver = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    void admission.run().then(() => (isOver = true));
    await macrotask();
  };
  const outcome = { inputs, prepared, begun, phases, failed, created };
  return {
    ...outcome,
    ownHello,
    roomEnd,
    clock,
    hub,
    members,
    device,
    replica,
    heard,
    admission,
    peer,
    holds,
    run,
    isOver: () => isOver,
  };
}
const needsFile = new PrepareError(
  { kind: 'needs-file', what: 'idx', name: 'digits', sha256: '0'.repeat(64) },
  'digits are not on this device',
);

test('H6: it prepares for the run of a ring in sight, then asks to be let in, until a view names it', async () => {
  const { members, peer, phases, prepared, run, isOver, ownHello } = scene();
  const link = peer(a, { config, ring: ringOf() });
  await run();
  expect(prepared).toEqual([config]);
  expect(phases.map(({ kind }) => kind)).toEqual(['starting', 'connecting']);
  expect(phases[1]).toMatchObject({ waitingFor: ['the a'] });
  expect(ownHello.wantsIn).toBe(true);
  expect(link.sentJson('hello').at(-1)).toMatchObject({ wantsIn: true });
  members.emit('installed', viewOf([a, self]));
  await macrotask();
  expect([isOver(), ownHello.wantsIn]).toEqual([true, false]);
});

test('H6: it does not ask before it is prepared, and follows the ring to another run', async () => {
  const { device, peer, prepared, run, ownHello } = scene();
  let finish = (): void => undefined;
  device.push(() => new Promise((resolve) => (finish = resolve)));
  const link = peer(a, { config, ring: ringOf() });
  await run();
  expect([ownHello.wantsIn, link.sentJson('hello').some((hello) => (hello as Hello).wantsIn)]).toEqual([false, false]); // prettier-ignore
  finish();
  await macrotask();
  expect(ownHello.wantsIn).toBe(true);
  peer(a, { config: other, ring: ringOf({ run: 2 }) });
  await macrotask();
  expect(prepared.at(-1)).toEqual(other);
});

test('H6: it prepares ahead for the run that it expects, and asks nobody before a ring is in sight', async () => {
  const { admission, peer, phases, prepared, run, ownHello } = scene();
  admission.expectRun(config);
  await run();
  expect([prepared, ownHello.wantsIn]).toEqual([[config], false]);
  peer(a, { config, ring: ringOf() });
  await macrotask();
  expect(ownHello.wantsIn).toBe(true);
  // Nothing was left to prepare.
  expect(phases.map(({ kind }) => kind)).not.toContain('starting');
});

test('where the expected run cannot be prepared it waits for the ring to name one', async () => {
  const { admission, device, failed, peer, prepared, run, ownHello } = scene();
  device.push(() => Promise.reject(needsFile));
  admission.expectRun(config);
  await run();
  expect([failed, ownHello.wantsIn]).toEqual([[], false]);
  peer(a, { config: other, ring: ringOf() });
  await macrotask();
  expect([prepared.at(-1), ownHello.wantsIn]).toEqual([other, true]);
});

test('without anybody it waits, without a configuration it prepares nothing', async () => {
  const { clock, inputs, prepared, phases, failed, run, isOver } = scene();
  await run();
  await driveFor(clock, 120_000);
  expect([inputs, prepared, failed, isOver()]).toEqual([[], [], [], false]);
  expect(phases.at(-1)).toMatchObject({ kind: 'connecting', waitingFor: [] });
});

test('a host whose run lacks its file asks for it, and creates the ring once it is given', async () => {
  const { admission, device, inputs, phases, run } = scene();
  device.push(() => Promise.reject(needsFile));
  admission.createRing(config);
  await run();
  expect(phases.at(-1)).toMatchObject({ kind: 'needs-file', name: 'digits' });
  admission.wake(); // its page asks again whenever its roster changes
  device.push(() => Promise.reject(needsFile));
  await macrotask();
  expect([phases.at(-1)!.kind, inputs]).toEqual(['needs-file', []]);
  admission.wake();
  await macrotask();
  expect(inputs).toEqual([{ kind: 'create' }]);
});

test('M9: nobody is left, and the file that the run needs is not here: it asks for the file', async () => {
  const { clock, device, holds, phases, run } = scene();
  holds();
  for (let i = 0; i < 100; i++) device.push(() => Promise.reject(needsFile));
  await run();
  await driveFor(clock, nobodyLeftMs + 10_000);
  expect(phases.at(-1)).toMatchObject({ kind: 'needs-file', name: 'digits' });
});

test('without the file it waits in that phase; once the user has given it, it asks', async () => {
  const { admission, device, peer, phases, run, clock, ownHello } = scene();
  device.push(() => Promise.reject(needsFile));
  peer(a, { config, ring: ringOf() });
  await run();
  await driveFor(clock, 60_000);
  expect(phases.at(-1)).toEqual(needsFile.phase);
  expect(ownHello.wantsIn).toBe(false);
  admission.wake();
  await macrotask();
  expect([phases.at(-1)?.kind, ownHello.wantsIn]).toEqual(['connecting', true]);
});

test.each([
  [
    'its model does not fit',
    new PrepareError(
      { kind: 'failed', error: { code: 'model-does-not-fit', says: unexpected('too large') } },
      'x',
    ),
    'model-does-not-fit: too large',
  ],
  ['its engine fails', new EngineError('out-of-memory', 'no memory'), 'out-of-memory: no memory'],
  ['its engine is shut down', new EngineError('aborted', 'shut down'), 'gpu-error: shut down'],
])('where %s, it ends', async (_, error, expected) => {
  const { device, peer, failed, run, isOver, ownHello } = scene();
  device.push(() => Promise.reject(error));
  peer(a, { config, ring: ringOf() });
  await run();
  expect([failed, isOver(), ownHello.wantsIn]).toEqual([[expected], true, false]);
});

test('it creates the ring that it was asked to create, with its run', async () => {
  const { admission, begun, created, inputs, run, isOver } = scene();
  admission.createRing(config);
  await run();
  expect([begun, inputs, created]).toEqual([[config], [{ kind: 'create' }], ['opened the ring']]);
  expect(isOver()).toBe(true);
});

test('where it does not understand the settings that it should create a ring with, it ends', async () => {
  const { admission, failed, run, isOver } = scene();
  admission.refuseRun(unexpected('optimizer: unknown'));
  await run();
  expect([failed, isOver()]).toEqual([['settings-refused: optimizer: unknown'], true]);
});

test('it does not understand the settings that it keeps, and a ring is in sight: it asks there', async () => {
  const { admission, failed, peer, run, ownHello } = scene();
  peer(a, { config, ring: ringOf() });
  admission.refuseRun(unexpected('optimizer: unknown'));
  await run();
  expect([failed, ownHello.wantsIn]).toEqual([[], true]);
});

test('it creates none where a ring comes in sight while it prepares: it asks there', async () => {
  const { admission, begun, device, inputs, peer, prepared, run, ownHello } = scene();
  let finish = (): void => undefined;
  device.push(() => new Promise((resolve) => (finish = resolve)));
  admission.createRing(config);
  await run();
  peer(a, { config: other, ring: ringOf() });
  finish();
  await macrotask();
  expect([begun, inputs, prepared.at(-1), ownHello.wantsIn]).toEqual([[], [], other, true]);
});

test('M9: with a state that nobody is left for, it creates a ring after 20 s and brings that state', async () => {
  const { clock, begun, created, holds, inputs, phases, run, ownHello } = scene();
  holds();
  await run();
  expect(phases.at(-1)).toMatchObject({
    waitingFor: [],
    why: say('nobody-left'),
  });
  await driveFor(clock, nobodyLeftMs - 1);
  expect(inputs).toEqual([]);
  await driveFor(clock, 2);
  expect([inputs, begun]).toEqual([[{ kind: 'create' }], []]);
  expect(created).toEqual(['nobody was left in the ring: opened it again']);
  expect(ownHello.wantsIn).toBe(false);
});

test('J8: a page that asks for a ring again and again begins no empty run over what it holds', async () => {
  const { admission, clock, begun, holds, inputs, run } = scene();
  holds();
  admission.createRing(config);
  await run();
  await driveFor(clock, nobodyLeftMs - 1);
  expect([inputs, begun]).toEqual([[], []]);
  await driveFor(clock, 2);
  expect([inputs, begun]).toEqual([[{ kind: 'create' }], []]);
});

test('H13: where the room is ended it leaves in place of creating a ring, but not while it hears a member of one', async () => {
  const { admission, clock, failed, holds, inputs, peer, roomEnd, run, hub } = scene();
  holds();
  peer(a, { config: other, ring: ringOf() });
  roomEnd.isKnown = true;
  await run();
  await driveFor(clock, 2 * nobodyLeftMs);
  expect(failed).toEqual([]);
  hub.link(a)!.close('it is gone');
  await macrotask();
  admission.wake();
  await macrotask();
  expect([failed, inputs]).toEqual([['left: the room is ended'], []]);
});

test('M9: with the run’s configuration alone it waits 10 s longer, and begins the run anew', async () => {
  const { admission, clock, begun, inputs, peer, run, hub } = scene();
  peer(a, { config, ring: ringOf() });
  await run();
  hub.link(a)!.close('it is gone');
  await macrotask();
  admission.wake();
  await driveFor(clock, nobodyLeftMs + 9_999);
  expect(inputs).toEqual([]);
  await driveFor(clock, 2);
  expect([inputs, begun]).toEqual([[{ kind: 'create' }], [config]]);
});

test('M9: for each prepared peer of a smaller id that it hears it waits 5 s more, with a state 9 s at most', async () => {
  const { clock, holds, heard, inputs, peer, run } = scene();
  holds();
  const plan = '1'.repeat(16);
  peer(a, { plan });
  peer(b, { plan: null }); // not prepared
  peer(d, { plan }); // of a larger id
  peer(ids[6], { plan }); // '0…': smaller
  peer(ids[7], { plan });
  heard.delete(ids[7]);
  await run();
  await driveFor(clock, nobodyLeftMs + 8_999);
  expect(inputs).toEqual([]);
  await driveFor(clock, 2);
  expect(inputs).toEqual([{ kind: 'create' }]);
});

test('M9: while it hears a member of any ring, the time does not begin; it begins anew when that one is gone', async () => {
  const { admission, clock, holds, heard, inputs, peer, run } = scene();
  holds();
  await run();
  await driveFor(clock, 15_000);
  peer(a, { ring: ringOf() }); // of a run that it does not tell
  await driveFor(clock, 60_000);
  expect(inputs).toEqual([]);
  heard.delete(a);
  admission.wake();
  await driveFor(clock, nobodyLeftMs - 1);
  expect(inputs).toEqual([]);
  await driveFor(clock, 2);
  expect(inputs).toEqual([{ kind: 'create' }]);
});

test('H6: where all its sponsors name it as kicked it ends after 10 s, and says so before', async () => {
  const { clock, failed, peer, phases, run, isOver } = scene();
  peer(a, { config, ring: ringOf({ sponsors: [a, b], kicked: [self] }) });
  await run();
  const { why } = phases.at(-1) as Phase & { kind: 'connecting' };
  expect(why).toEqual(say('removed-unless', { seconds: turnedAwayMs / 1000 }));
  await driveFor(clock, turnedAwayMs - 1);
  expect(failed).toEqual([]);
  await driveFor(clock, 2);
  expect(failed).toEqual([expect.stringMatching(/^turned-away: /)]);
  expect(isOver()).toBe(true);
});

test('H6: a sponsor that knows better in that time is enough, and the 10 s begin anew when it says otherwise', async () => {
  const { clock, failed, peer, phases, run } = scene();
  const sponsors = [a, b];
  peer(a, { config, ring: ringOf({ sponsors, kicked: [self] }) });
  await run();
  await driveFor(clock, 9_000);
  peer(b, { config, ring: ringOf({ sponsors }) });
  await driveFor(clock, 20_000);
  expect(failed).toEqual([]);
  expect(phases.at(-1)).toMatchObject({ waitingFor: ['the a', 'the b'] });
  peer(b, { config, ring: ringOf({ sponsors, kicked: [self] }) });
  await driveFor(clock, 9_999);
  expect(failed).toEqual([]);
  await driveFor(clock, 2);
  expect(failed.length).toBe(1);
});

test('the end of the replica ends the waiting, also while it prepares', async () => {
  for (const isPreparing of [false, true]) {
    const { device, inputs, peer, run, isOver, ownHello } = scene();
    if (isPreparing) {
      device.push(() => new Promise((_, reject) => end.signal.addEventListener('abort', () => reject(new Error('ended'))))); // prettier-ignore
      peer(a, { config, ring: ringOf() });
    }
    await run();
    end.abort(new Error('left'));
    await macrotask();
    expect([isOver(), inputs, ownHello.wantsIn]).toEqual([true, [], false]);
    end = new AbortController();
  }
});
