// R13: packets pass between members of one room, and a pair does not disturb other pairs.
import { randomBytes } from 'node:crypto';
import type { Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ManualClock } from '../base/clock';
import { maxRelayPacketBytes, messageEvent, relayEvent, type Reply } from '../net/room/room-messages';
import { relayRule, relayTotalRule } from './limits';
import { RelayDesk } from './relay-desk';
import { ask, codeOf, description, idOf, joinMessage, TestServer } from './testing/test-server';
import { waitFor } from '../base/testing/wait-for';

// Leaves time for a busy machine: nothing here waits for this long by design.
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;

beforeEach(async () => {
  server = await TestServer.start();
});
afterEach(() => server.close());

interface Member {
  readonly id: string;
  readonly socket: Socket;
  readonly received: { readonly from: string; readonly packet: Uint8Array }[];
}

/** A member that takes every packet at once, unless `isMute`. */
async function enter(code: string, isMute = false): Promise<Member> {
  const socket = await server.open();
  const received: Member['received'] = [];
  socket.on(relayEvent, (from: string, packet: Uint8Array, taken: () => void) => {
    received.push({ from, packet: new Uint8Array(packet) });
    if (!isMute) taken();
  });
  const join = joinMessage(code, { hasKey: true, description });
  expect((await ask(socket, join)).ok).toBe(true);
  return { id: idOf(join), socket, received };
}
const relay = (from: Member, to: unknown, packet: unknown): Promise<Reply> =>
  new Promise((resolve) => from.socket.emit(relayEvent, to, packet, resolve));
const closed = (socket: Socket): Promise<string> => new Promise((resolve) => socket.once('disconnect', resolve)); // prettier-ignore
/** The server answers the member and sends it the roster. */
const isServed = async ({ socket }: Member): Promise<boolean> => {
  const notified = new Promise((resolve) => socket.once(messageEvent, () => resolve(true)));
  const reply = await ask(socket, { kind: 'status', inRing: true, hasKey: true });
  return reply.ok && (await notified) === true;
};

it('R13 a packet reaches its receiver whole, with the sender’s id; then it is answered', async () => {
  const [a, b, c] = await Promise.all(['HK3ACD4QX', 'HK3ACD4QX', 'HK3ACD4QX'].map((code) => enter(code)));
  const packet = new Uint8Array(randomBytes(maxRelayPacketBytes));
  expect(await codeOf(relay(a, b.id, packet))).toBe('ok');
  expect(b.received).toEqual([{ from: a.id, packet }]);
  expect(c.received).toEqual([]);
});

it('R13 receivers outside the room and malformed packets are refused', async () => {
  const [a, stranger] = [await enter('HK3ACD4QX'), await enter('HK3ACD4QY')];
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
  expect(stranger.received).toEqual([]);
  const outside = await server.open();
  expect(await codeOf(relay({ id: '', socket: outside, received: [] }, a.id, one))).toBe('not-in-room');
  expect(await isServed(a)).toBe(true);
});

it('R4, R13 a packet above 33 KiB closes its sender’s socket unread, and no other socket', async () => {
  const [a, b, c] = await Promise.all(['HK3ACD4QX', 'HK3ACD4QX', 'HK3ACD4QX'].map((code) => enter(code)));
  const gone = closed(a.socket);
  a.socket.emit(relayEvent, b.id, new Uint8Array(33 * 1024 + 1));
  await gone;
  expect(b.received).toEqual([]);
  expect(await codeOf(relay(b, c.id, Uint8Array.of(2)))).toBe('ok');
});

it('R13 a receiver that takes nothing delays its own pair only, within bounds', async () => {
  const [a, mute, c] = [await enter('HK3ACD4QX'), await enter('HK3ACD4QX', true), await enter('HK3ACD4QX')];
  const codes: string[] = [];
  // Three times an honest window passes; more is refused, and in the end the sender is cut off.
  for (let i = 0; i < 40; i++)
    void codeOf(relay(a, mute.id, new Uint8Array(22 * 1024))).then((code) => codes.push(code));
  expect(await codeOf(relay(a, c.id, Uint8Array.of(3)))).toBe('ok');
  await waitFor(() => expect(mute.received.length).toBe(34)); // 768 KiB
  expect(codes).toEqual(Array.from({ length: 6 }, () => 'rate-limited'));
  mute.socket.close(); // the waiting packets are answered
  await waitFor(() => expect(codes.length).toBe(40));
  expect(codes.slice(6)).toEqual(Array.from({ length: 34 }, () => 'no-such-peer'));
});

it('R13 a flooding socket is cut off; presence and packets of the others go on meanwhile', async () => {
  const [flooder, mute] = [await enter('HK3ACD4QX'), await enter('HK3ACD4QX', true)];
  const [a, b] = [await enter('HK3ACD4QX'), await enter('HK3ACD4QX')];
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
  expect(mute.received.length).toBeLessThanOrEqual(768);
  console.log(`under a flood: presence and a packet in ${Math.round(Math.max(...waits))} ms at most`);
});

it('R13 a sender faster than its budget is answered later, not refused', () => {
  const clock = new ManualClock();
  const desk = new RelayDesk(clock, (_target, _from, _packet, taken) => taken());
  const answered: number[] = [];
  const where = () => ({ ok: true, value: { from: 'a', target: 'B' } }) as const;
  const packet = new Uint8Array(16 * 1024);
  const send = (): void =>
    desk.pass({ connection: 'A', address: 'home' }, 'b', packet, where, ({ ok }) => {
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

it.each([12, 100])('R13a %i senders of one address leave a pair elsewhere its whole rate', (flooders) => {
  const clock = new ManualClock();
  const desk = new RelayDesk(clock, (_target, _from, _packet, taken) => taken());
  const packet = new Uint8Array(maxRelayPacketBytes);
  const sent: Record<string, number> = {};
  /** Sends as much as a window holds, and again at each answer. */
  const begin = (connection: string, address: string, windowBytes: number): void => {
    const where = () => ({ ok: true, value: { from: connection, target: `to ${connection}` } }) as const;
    const send = (): void =>
      desk.pass({ connection, address }, 'b', packet, where, () => {
        sent[address] = (sent[address] ?? 0) + packet.byteLength;
        clock.after(0, send);
      });
    for (let bytes = packet.byteLength; bytes <= windowBytes; bytes += packet.byteLength) send();
  };
  for (let i = 0; i < flooders; i++) begin(`flooder ${i}`, 'school', 512 * 1024);
  begin('honest', 'home', 256 * 1024);
  const seconds = 3;
  while (clock.now() < 1000 * seconds) clock.runNext();
  const rate = (address: string): number => sent[address] / seconds;
  expect(rate('home')).toBeGreaterThan(0.9 * relayRule.perSecond);
  expect(rate('home') + rate('school')).toBeLessThanOrEqual(
    relayTotalRule.perSecond + relayTotalRule.capacity / seconds,
  );
  expect(rate('school')).toBeGreaterThan(0.5 * relayTotalRule.perSecond);
});

it('R14 TURN credentials are for members only; without a TURN server the list is empty', async () => {
  const a = await enter('HK3ACD4QX');
  const turn = new Promise((resolve) =>
    a.socket.on(messageEvent, (message: { kind: string }) => message.kind === 'turn' && resolve(message)),
  );
  expect(await codeOf(ask(a.socket, { kind: 'turn' }))).toBe('ok');
  expect(await turn).toEqual({ kind: 'turn', iceServers: [], ttlSeconds: 0 });
  expect(await codeOf(ask(await server.open(), { kind: 'turn' }))).toBe('not-in-room');
});
