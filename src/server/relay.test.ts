// R13: packets pass between members of one room, and what one pair does the others do not feel.
import { randomBytes } from 'node:crypto';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ManualClock, realClock } from '../base/clock';
import { maxRelayPacketBytes, messageEvent, protocolVersion, relayEvent } from '../net/room/room-messages';
import type { Reply } from '../net/room/room-messages';
import { relayRule } from './limits';
import { RelayDesk } from './relay-desk';
import { readSettings } from './settings';
import { startServer } from './start-server';
import type { RunningServer } from './start-server';

// Room for a machine that runs much else: nothing here waits for this long by design.
vi.setConfig({ testTimeout: 60_000 });

let server: RunningServer;
const sockets: Socket[] = [];

beforeEach(async () => {
  const settings = readSettings([], { PORT: '0', HOST: '127.0.0.1' });
  if (!settings.ok) throw new Error(settings.error.message);
  const started = await startServer({ settings: settings.value, root: '/nowhere', stateFolder: '/nowhere', clock: realClock }); // prettier-ignore
  if (!started.ok) throw new Error(started.error.message);
  server = started.value;
});
afterEach(async () => {
  sockets.splice(0).forEach((socket) => socket.close());
  await server.close();
});

const description = { isOpen: true, hostPublicKey: 'h'.repeat(43), hostProof: 'p'.repeat(43), keyCheck: 'k'.repeat(11) }; // prettier-ignore

interface Member {
  readonly id: string;
  readonly socket: Socket;
  readonly heard: { readonly from: string; readonly packet: Uint8Array }[];
}

/** A member that takes every packet at once, unless `isMute`. */
async function enter(code: string, isMute = false): Promise<Member> {
  const socket = io(server.localUrl, { transports: ['websocket'], forceNew: true, reconnection: false });
  sockets.push(socket);
  await new Promise((resolve) => socket.once('connect', () => resolve(undefined)));
  const id = randomBytes(8).toString('hex');
  const heard: Member['heard'] = [];
  socket.on(relayEvent, (from: string, packet: Uint8Array, taken: () => void) => {
    heard.push({ from, packet: new Uint8Array(packet) });
    if (!isMute) taken();
  });
  const joined = await say(socket, { kind: 'join', code, protocolVersion, memberId: id, memberSecret: 's'.repeat(22), name: 'x', role: 'trainer', facts: '', inRing: false, hasKey: true, description }); // prettier-ignore
  expect(joined.ok).toBe(true);
  return { id, socket, heard };
}
const say = (socket: Socket, message: unknown): Promise<Reply> =>
  new Promise((resolve) => socket.emit(messageEvent, message, resolve));
const relay = (from: Member, to: unknown, packet: unknown): Promise<Reply> =>
  new Promise((resolve) => from.socket.emit(relayEvent, to, packet, resolve));
const codeOf = async (reply: Promise<Reply>): Promise<string> => {
  const said = await reply;
  return said.ok ? 'ok' : said.error.code;
};
const closed = (socket: Socket): Promise<string> => new Promise((resolve) => socket.once('disconnect', resolve)); // prettier-ignore
/** The server answers it and tells it of the room. */
const isServed = async ({ socket }: Member): Promise<boolean> => {
  const told = new Promise((resolve) => socket.once(messageEvent, () => resolve(true)));
  const said = await say(socket, { kind: 'status', inRing: true, hasKey: true });
  return said.ok && (await told) === true;
};

it('R13 a packet reaches the member it is for, whole, with its sender’s id, and is answered then', async () => {
  const [a, b, c] = await Promise.all(['HK34QX', 'HK34QX', 'HK34QX'].map((code) => enter(code)));
  const packet = new Uint8Array(randomBytes(maxRelayPacketBytes));
  expect(await codeOf(relay(a, b.id, packet))).toBe('ok');
  expect(b.heard).toEqual([{ from: a.id, packet }]);
  expect(c.heard).toEqual([]);
});

it('R13 nobody outside the room, and nothing that is no packet', async () => {
  const [a, stranger] = [await enter('HK34QX'), await enter('HK34QY')];
  const one = Uint8Array.of(1);
  expect(await codeOf(relay(a, stranger.id, one))).toBe('no-such-peer');
  expect(await codeOf(relay(a, a.id, one))).toBe('no-such-peer');
  expect(await codeOf(relay(a, 'nobody', one))).toBe('no-such-peer');
  for (const [to, packet] of [
    [7, one],
    [a.id, 'text'],
    [a.id, new Uint8Array(0)],
    [{ __proto__: null }, one],
    [a.id, { length: 3 }],
  ])
    // prettier-ignore
    expect(await codeOf(relay(a, to, packet))).toBe('malformed');
  expect(await codeOf(relay(a, stranger.id, new Uint8Array(maxRelayPacketBytes + 1)))).toBe('too-large');
  expect(stranger.heard).toEqual([]);
  const outside = io(server.localUrl, { transports: ['websocket'], forceNew: true, reconnection: false });
  sockets.push(outside);
  await new Promise((resolve) => outside.once('connect', () => resolve(undefined)));
  expect(await codeOf(relay({ id: '', socket: outside, heard: [] }, a.id, one))).toBe('not-in-room');
  expect(await isServed(a)).toBe(true);
});

it('R4, R13 33 KiB close their socket unread, and nobody else’s', async () => {
  const [a, b, c] = await Promise.all(['HK34QX', 'HK34QX', 'HK34QX'].map((code) => enter(code)));
  const gone = closed(a.socket);
  a.socket.emit(relayEvent, b.id, new Uint8Array(33 * 1024 + 1));
  await gone;
  expect(b.heard).toEqual([]);
  expect(await codeOf(relay(b, c.id, Uint8Array.of(2)))).toBe('ok');
});

it('R13 a receiver that takes nothing holds up its own pair only, within bounds', async () => {
  const [a, mute, c] = [await enter('HK34QX'), await enter('HK34QX', true), await enter('HK34QX')];
  const codes: string[] = [];
  // As much as an honest window three times over; more is refused, and the sender is cut off in the end.
  for (let i = 0; i < 40; i++)
    void codeOf(relay(a, mute.id, new Uint8Array(22 * 1024))).then((said) => codes.push(said));
  expect(await codeOf(relay(a, c.id, Uint8Array.of(3)))).toBe('ok');
  await vi.waitFor(() => expect(mute.heard.length).toBe(34)); // 768 KiB
  expect(codes).toEqual(Array.from({ length: 6 }, () => 'rate-limited'));
  mute.socket.close(); // those that still wait are answered
  await vi.waitFor(() => expect(codes.length).toBe(40));
  expect(codes.slice(6)).toEqual(Array.from({ length: 34 }, () => 'no-such-peer'));
});

it('R13 a flood is cut off; presence and signals of the others go on meanwhile', async () => {
  const [flooder, mute] = [await enter('HK34QX'), await enter('HK34QX', true)];
  const [a, b] = [await enter('HK34QX'), await enter('HK34QX')];
  const gone = closed(flooder.socket);
  for (let i = 0; i < 2000; i++) flooder.socket.emit(relayEvent, mute.id, new Uint8Array(1024));
  const waits: number[] = [];
  for (let i = 0; i < 5; i++) {
    const sinceMs = performance.now();
    expect(await isServed(a)).toBe(true);
    expect(await codeOf(relay(a, b.id, Uint8Array.of(i)))).toBe('ok');
    waits.push(performance.now() - sinceMs);
  }
  expect(await gone).toBe('io server disconnect');
  expect(mute.heard.length).toBeLessThanOrEqual(768);
  console.log(`under a flood: presence and a packet in ${Math.round(Math.max(...waits))} ms at most`);
});

it('R13 who sends faster than its budget is answered later, not refused', () => {
  const clock = new ManualClock();
  const desk = new RelayDesk(clock, (_target, _from, _packet, taken) => taken());
  const answered: number[] = [];
  const where = () => ({ ok: true, value: { from: 'a', target: 'B' } }) as const;
  const packet = new Uint8Array(16 * 1024);
  const send = (): void =>
    desk.pass('A', 'b', packet, where, ({ ok }) => {
      expect(ok).toBe(true);
      answered.push(clock.now());
      if (answered.length < 400) send();
    });
  send();
  while (answered.length < 400 && clock.runNext());
  // 6.25 MiB: the burst at once, the rest at the rate.
  const dueMs = ((400 * packet.byteLength - relayRule.capacity) / relayRule.perSecond) * 1000;
  expect(answered.at(-1)! - answered[0]).toBeGreaterThanOrEqual(dueMs - 1);
  expect(answered.at(-1)! - answered[0]).toBeLessThanOrEqual(dueMs + 5);
});

it('R14 TURN credentials are for members only, and none where no server is configured', async () => {
  const a = await enter('HK34QX');
  const told = new Promise((resolve) =>
    a.socket.on(messageEvent, (message: { kind: string }) => message.kind === 'turn' && resolve(message)),
  );
  expect(await codeOf(say(a.socket, { kind: 'turn' }))).toBe('ok');
  expect(await told).toEqual({ kind: 'turn', iceServers: [], ttlSeconds: 0 });
  const outside = io(server.localUrl, { transports: ['websocket'], forceNew: true, reconnection: false });
  sockets.push(outside);
  expect(await codeOf(say(outside, { kind: 'turn' }))).toBe('not-in-room');
});
