import { unexpected } from '../../../src/base/sayings';
import { beforeEach, expect, test, vi } from 'vitest';
import { memberIdOf } from '../../../src/net/room/member-secret';
import type { ReplicaEvent, RoomTicket, Snapshot } from '../../../src/replica/protocol';
import { presets } from '../../../src/replica/presets';
import { emptySnapshot } from '../../../src/replica/worker/empty-snapshot';
import { setCurrentSession } from './current-session';
import {
  forgetHostedRoom,
  hostedRoom,
  rememberHostedRoom,
  rememberRemoval,
  secretOfRemoved,
  wasRefused,
} from './device-memory';
import { enterAsCreator, enterRoom } from './enter-room';
import type { Entrance } from './engine-room';

const code = 'K7QM4PTX9';
const memberSecret = 'a'.repeat(32);
const self = memberIdOf(memberSecret);
const room = { hostToken: 'a-token', key: 'a-key' };
let reads = 0;
/** The ticket by which this browser entered last. */
let ticket: RoomTicket | undefined;

beforeEach(() => {
  const kept = new Map<string, string>();
  reads = 0;
  const storage = {
    getItem: (key: string) => (reads++, kept.get(key) ?? null),
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('window', {});
  return () => {
    setCurrentSession(undefined);
    vi.unstubAllGlobals();
  };
});

/** Enters; the returned function has the ring say something to this replica. */
async function entered(): Promise<(change: Partial<Snapshot>) => void> {
  const listeners: ((event: ReplicaEvent) => void)[] = [];
  const handle = {
    send: () => undefined,
    subscribe: (listener: (event: ReplicaEvent) => void) => (listeners.push(listener), () => undefined),
    destroy: () => undefined,
  };
  await enterRoom(
    { joinRoom: (given: RoomTicket) => ((ticket = given), handle) } as unknown as Entrance,
    { code, key: undefined },
    {
      name: 'Heron',
      engine: 'cpu',
      memberSecret,
    },
  );
  const empty = emptySnapshot(self, { kind: 'training' }, true);
  return (change) => {
    for (const listener of listeners)
      listener({ kind: 'snapshot', snapshot: structuredClone({ ...empty, ...change }) });
  };
}

const inRing = { peers: [{ id: self, isSelf: true, rank: 0 }] } as unknown as Partial<Snapshot>;

test('H15: a browser forgets its rights once the ring says that another one hosts', async () => {
  rememberHostedRoom(code, room);
  const say = await entered();
  say({ isHost: false });
  expect(hostedRoom(code), 'the ring has not spoken').toMatchObject(room);
  say({ ...inRing, isHost: true });
  expect(hostedRoom(code)).toMatchObject(room);
  say({ ...inRing, isHost: false });
  expect(hostedRoom(code)).toBeUndefined();
});

test('R30b: the creator’s page brings the stamp that it kept, and takes none of another form', async () => {
  const stamp = 'Ab-_567890123456789012';
  rememberHostedRoom(code, { ...room, isOpen: true, stamp });
  await entered();
  expect(ticket).toMatchObject({ ...room, isOpen: true, stamp });
  for (const wrong of ['x'.repeat(33), 7, {}]) {
    localStorage.setItem(`lockstep.room.${code}`, JSON.stringify({ ...room, stamp: wrong }));
    await entered();
    expect(ticket!.stamp).toBeUndefined();
  }
});

test('H6: a removal is kept until a ring admits this browser again', async () => {
  rememberRemoval(code, memberSecret);
  const say = await entered();
  say({});
  expect(secretOfRemoved(code)).toBe(memberSecret);
  say(inRing);
  expect(secretOfRemoved(code)).toBeUndefined();
  say({ phase: { kind: 'failed', error: { code: 'kicked', says: unexpected('') } }, peers: [] });
  expect([secretOfRemoved(code), wasRefused(code)]).toEqual([memberSecret, false]);
});

test('a browser that the host refused at the door is not called removed, and one unplugged is neither', async () => {
  const say = await entered();
  say({ phase: { kind: 'failed', error: { code: 'unplugged', says: unexpected('') } } });
  expect(secretOfRemoved(code)).toBeUndefined();
  say({ phase: { kind: 'failed', error: { code: 'not-let-in', says: unexpected('') } } });
  expect([secretOfRemoved(code), wasRefused(code)]).toEqual([memberSecret, true]);
});

test('a room awaits its saved run until its ring has gone on with one', async () => {
  rememberHostedRoom(code, { ...room, awaitsSavedRun: true });
  const say = await entered();
  say({ ...inRing, isHost: true, step: 0 });
  say({ isHost: true, step: 40 });
  expect(hostedRoom(code)).toEqual({ ...room, awaitsSavedRun: true });
  say({ ...inRing, isHost: true, step: 40 });
  expect(hostedRoom(code)).toEqual({ ...room, awaitsSavedRun: false });
});

test('L20e: who opens a room for WebRTC between all says so as its host, and else says nothing', async () => {
  const said: unknown[] = [];
  const handle = {
    send: (command: unknown) => void said.push(command),
    subscribe: () => () => undefined,
    destroy: () => undefined,
  };
  const entrance = { joinRoom: () => handle } as unknown as Entrance;
  const created: RoomTicket = { code, ...room, isOpen: true, mark: undefined, stamp: undefined };
  await enterAsCreator(entrance, created, presets[0].config);
  expect(said).toEqual([]);
  await enterAsCreator(entrance, created, presets[0].config, { onlyWebRtc: true });
  expect(said).toEqual([{ kind: 'host', command: { kind: 'set-links', onlyWebRtc: true } }]);
});

test('snapshots that say the same read nothing that is stored', async () => {
  for (const isHost of [true, false]) {
    if (isHost) rememberHostedRoom(code, room);
    const say = await entered();
    say({ ...inRing, isHost });
    reads = 0;
    for (let step = 0; step < 100; step++) say({ ...inRing, isHost, step });
    expect(reads, isHost ? 'the host' : 'a guest').toBe(0);
    setCurrentSession(undefined);
    forgetHostedRoom(code);
  }
});
