// R21 end to end against the real server in a separate process: at a shut door a code alone gives neither the key, nor a
// signal that a member believes, nor a picture; only the host's page hands the key over.
import { inEnglish } from '../../cli/english/in-english';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { realClock } from '../../base/clock';
import { waitFor } from '../../base/testing/wait-for';
import type { Door } from '../room/door';
import { claimPass, newPass } from '../room/pass';
import { newRoomKey, roomKeyToText } from '../room/room-key';
import { newHostKeys } from '../room/signed-command';
import { startServerProcess, type ServerProcess } from '../testing/signalling-server-process';
import { RoomObserver } from './observe-room';
import type { Signalling, SignallingOptions } from './signalling';
import { memberIdOf, newMemberSecret } from '../room/member-secret';
import { connectSignalling } from './signalling-client';
import { createRoom, type CreatedRoom } from './signalling-create';
import type { SignallingEvents } from './signalling-events';

// Leaves time for a busy machine: nothing here waits for this long by design.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: ServerProcess;
const open: { close(): void }[] = [];
beforeAll(async () => {
  server = await startServerProcess();
});
afterAll(() => server.kill());
afterEach(() => open.splice(0).forEach((client) => client.close()));

type Told = SignallingEvents['waiting'] | SignallingEvents['at-door'];

interface Client {
  readonly client: Signalling;
  readonly told: Told[];
  /** The pass as a room remembers it. */
  readonly pass: string;
}

function enter(ticket: SignallingOptions['ticket'], name: string, secret = newPass(), as?: string): Client {
  const memberSecret = newMemberSecret();
  const pass = claimPass(secret, ticket.code, as ?? memberIdOf(memberSecret))!;
  const client = connectSignalling({
    ...{
      url: server.url,
      ticket,
      memberSecret,
      name,
      pass,
      role: 'trainer',
      facts: 'a test',
      clock: realClock,
    },
  });
  open.push(client);
  const told: Told[] = [];
  client.on('waiting', (waiting) => told.push(waiting));
  client.on('at-door', (word) => told.push(word));
  return { client, told, pass: pass.key.slice(0, 22) };
}

/** A host and a member, both in a ring that lets in as `door` says. */
async function shut(kind: 'asks' | 'locked', isOpen = true) {
  const made = await createRoom(server.url, { isOpen });
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  const room: CreatedRoom = made.value;
  const host = enter(room, 'Ada');
  await host.client.joined;
  const member = enter({ code: room.code, key: room.key }, 'Bo');
  await member.client.joined;
  const set = (door: Partial<Door>): void => {
    for (const { client } of [host, member])
      client.setDoor({ kind, admitted: [host.pass, member.pass], refused: [], ...door });
  };
  for (const { client } of [host, member]) client.updateStatus({ inRing: true });
  await waitFor(() => expect(host.client.roster!.members.map(({ inRing }) => inRing)).toEqual([true, true]));
  set({});
  return { room, host, member, set };
}

it('R21 whoever has only the code gets no key, no member’s ear and no picture, until the host lets it in', async () => {
  const { room, host, member, set } = await shut('asks');
  const heard: unknown[] = [];
  for (const { client } of [host, member]) client.on('signal', ({ data }) => heard.push(data));
  const stranger = enter({ code: room.code }, 'Mallory');
  let isSettled = false;
  void stranger.client.joined.then(() => (isSettled = true));
  const observer = new RoomObserver({ url: server.url, code: room.code, key: undefined, clock: realClock });
  open.push(observer);
  const pictures: unknown[] = [];
  observer.events.on('picture', (picture) => pictures.push(picture));
  await waitFor(() => expect(stranger.told[0]).toMatchObject({ hosts: ['Ada'] }));
  await waitFor(() => expect(observer.state).toEqual({ kind: 'seeking-key', isShut: true }));
  // It signs with a key of its own.
  const liar = enter({ code: room.code, key: roomKeyToText(newRoomKey()) }, 'Liar');
  expect(await liar.client.joined).toMatchObject({ ok: false, error: { code: 'wrong-key' } });
  stranger.client.signal(member.client.memberId, { kind: 'signal', call: 1 });
  // A member admits nobody by itself, not even one that its own ring would let in: only the host's page hands the key over.
  member.client.setDoor({ kind: 'asks', admitted: [stranger.pass], refused: [] });
  await host.client.showPicture({ loss: 1 });
  await member.client.showPicture({ loss: 1 });
  const late = enter({ code: room.code }, 'Trent');
  await waitFor(() => expect(late.told.length).toBe(1)); // every question before its own was answered
  expect([stranger.client.key, isSettled, heard, pictures]).toEqual([undefined, false, [], []]);
  set({ admitted: [host.pass, member.pass, stranger.pass] });
  await waitFor(() => expect(stranger.client.key).toBe(room.key));
  expect([late.client.key, observer.state.kind]).toEqual([undefined, 'seeking-key']);
});

it('R21 whom the host refuses is told so, by the host alone', async () => {
  const { room, set, member } = await shut('asks');
  const stranger = enter({ code: room.code }, 'Mallory');
  await waitFor(() => expect(stranger.told.length).toBe(1));
  const refused = [stranger.client.memberId];
  member.client.setDoor({ kind: 'asks', admitted: [], refused });
  set({ refused });
  expect(await stranger.client.joined).toMatchObject({ ok: false, error: { code: 'not-let-in' } });
});

it('R21 an open door hands the key also to whom the ring removed: the ring turns it away', async () => {
  const { room, set } = await shut('asks');
  const stranger = enter({ code: room.code }, 'Mallory');
  await waitFor(() => expect(stranger.told.length).toBe(1));
  set({ kind: 'open', refused: [stranger.client.memberId] });
  expect((await stranger.client.joined).ok).toBe(true);
});

it('R21 R22 a locked room refuses newcomers; a member’s next page, under another id, gets the key again', async () => {
  const { room, host, set } = await shut('locked');
  const stranger = enter({ code: room.code }, 'Mallory');
  expect(await stranger.client.joined).toMatchObject({ ok: false, error: { code: 'room-locked' } });
  const secret = newPass();
  const known = enter({ code: room.code, key: room.key }, 'Cleo', secret);
  set({ admitted: [host.pass, known.pass] });
  known.client.close();
  const again = enter({ code: room.code }, 'Cleo', secret);
  expect((await again.client.joined).ok).toBe(true);
  expect([again.pass, again.client.key]).toEqual([known.pass, room.key]);
  // The same claim under another id proves nothing.
  const thief = enter({ code: room.code }, 'Mallory', secret, again.client.memberId);
  expect(await thief.client.joined).toMatchObject({ ok: false, error: { code: 'room-locked' } });
});

it('R21 where the link holds the key, the host’s page says what its door is', async () => {
  const { room, host, member, set } = await shut('asks', false);
  const guest = enter({ code: room.code, key: room.key }, 'Cleo');
  expect((await guest.client.joined).ok).toBe(true);
  await waitFor(() => expect(guest.told).toEqual([{ door: 'asks', host: 'Ada' }]));
  set({ refused: [guest.client.memberId] });
  await waitFor(() => expect(guest.told.at(-1)).toEqual({ door: 'refused', host: 'Ada' }));
  expect([host.told, member.told]).toEqual([[], []]);
});

it('R23 where hosting was handed over, newcomers wait for the new host, by a member’s word', async () => {
  const { room, host, member, set } = await shut('asks');
  const keys = newHostKeys();
  const heir = enter({ code: room.code, key: room.key, hostToken: keys.hostToken }, 'Cleo');
  await heir.client.joined;
  const hostsSeenBy = ({ client }: Client): string[] =>
    client.roster!.members.filter(({ isHost }) => isHost).map(({ name }) => name);
  for (const { client } of [host, member]) await waitFor(() => expect(client.roster!.members.length).toBe(3));
  expect([host, member].map(hostsSeenBy)).toEqual([['Ada'], ['Ada']]);
  const door = { admitted: [host.pass, member.pass, heir.pass], host: keys.hostPublicKey };
  const toAll = (more: Partial<Door>): void => {
    set({ ...door, ...more });
    heir.client.setDoor({ kind: 'asks', refused: [], ...door, ...more });
  };
  toAll({});
  expect([host, member, heir].map(hostsSeenBy)).toEqual([['Cleo'], ['Cleo'], ['Cleo']]);
  const stranger = enter({ code: room.code }, 'Trent');
  await waitFor(() => expect(stranger.told.at(-1)).toMatchObject({ hosts: ['Cleo'] }));
  // The former host hands the key to nobody.
  host.client.setDoor({ kind: 'asks', refused: [], ...door, admitted: [...door.admitted, stranger.pass] });
  const late = enter({ code: room.code }, 'Late');
  await waitFor(() => expect(late.told.at(-1)).toMatchObject({ hosts: ['Cleo'] }));
  expect(stranger.client.key).toBeUndefined();
  toAll({ admitted: [...door.admitted, stranger.pass] });
  await waitFor(() => expect(stranger.client.key).toBe(room.key));
});
