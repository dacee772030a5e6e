// R32 over real sockets: strangers take every seat and every place to watch, and the host takes them back.
import { afterEach, expect, it, vi } from 'vitest';
import { realClock } from '../../base/clock';
import { inEnglish } from '../../cli/english/in-english';
import { newMemberSecret } from '../room/member-secret';
import { protocolVersion } from '../room/room-messages';
import { ask, codeOf, idOf, joinMessage, TestServer } from '../../server/testing/test-server';
import { connectSignalling } from './signalling-client';
import type { Signalling, SignallingOptions } from './signalling';
import { createRoom } from './signalling-create';

vi.setConfig({ testTimeout: 60_000 });

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function started() {
  // Clients say by a header which address they have.
  const server = await TestServer.start({ TRUST_PROXY: '1' });
  closing.push(() => server.close());
  const made = await createRoom(server.url, { isOpen: true });
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  const enter = (ticket: SignallingOptions['ticket'], name: string): Signalling => {
    const client = connectSignalling({
      url: server.url,
      ticket,
      memberSecret: newMemberSecret(),
      name,
      role: 'trainer',
      facts: '',
      clock: realClock,
    });
    closing.push(() => client.close());
    return client;
  };
  const openFrom = (address: string) => server.open({ extraHeaders: { 'X-Forwarded-For': address } });
  return { server, room: made.value, enter, openFrom };
}

it('R32 sixty-two strangers of one address lose their seats, and members of the class find them', async () => {
  const { room, enter, openFrom } = await started();
  const [host, guest] = [enter({ ...room }, 'Host'), enter({ code: room.code }, 'Guest')];
  expect([(await host.joined).ok, (await guest.joined).ok]).toEqual([true, true]);
  const strangers = await Promise.all(
    Array.from({ length: 63 }, async () => {
      const [socket, join] = [await openFrom('192.0.2.66'), joinMessage(room.code)];
      return { socket, id: idOf(join), code: await codeOf(ask(socket, join)) };
    }),
  );
  const seated = strangers.filter(({ code }) => code === 'ok');
  expect(seated.length).toBeGreaterThan(58);
  await expect.poll(() => host.roster?.members.length).toBe(seated.length + 2);
  const freed = await host.freeSeats(
    seated.map(({ id }) => id),
    false,
  );
  expect(freed.ok).toBe(true);
  await expect.poll(() => host.roster?.members.map(({ name }) => name)).toEqual(['Host', 'Guest']);
  await expect.poll(() => seated.filter(({ socket }) => socket.connected).length).toBe(0);
  // They are back, as many as may; the class gets in beside them.
  for (let i = 0; i < 40; i++) await codeOf(ask(await openFrom('192.0.2.66'), joinMessage(room.code)));
  expect(host.roster!.members.length).toBeLessThanOrEqual(32);
  // An address takes all of 32 places but the last (R29).
  const pupils = await Promise.all(
    Array.from({ length: 31 }, async () => codeOf(ask(await openFrom('192.0.2.7'), joinMessage(room.code)))),
  );
  expect(pupils).toEqual(pupils.map(() => 'ok'));
  expect([...host.faults, ...guest.faults]).toEqual([]);
});

it('R32 a guest may not, and keeps its connection', async () => {
  const { room, enter } = await started();
  const [host, guest] = [enter({ ...room }, 'Host'), enter({ code: room.code }, 'Guest')];
  await Promise.all([host.joined, guest.joined]);
  expect(await guest.freeSeats([host.memberId], true)).toMatchObject({
    ok: false,
    error: { code: 'not-host' },
  });
  expect([host.connection.kind, guest.connection.kind]).toEqual(['online', 'online']);
});

it('R32 a guest whose seat was freed comes back by itself', async () => {
  const { room, enter } = await started();
  const [host, guest] = [enter({ ...room }, 'Host'), enter({ code: room.code }, 'Guest')];
  await Promise.all([host.joined, guest.joined]);
  const kinds: string[] = [];
  guest.on('connection', ({ kind }) => kinds.push(kind));
  await host.freeSeats([guest.memberId], false);
  await expect.poll(() => kinds, { timeout: 20_000 }).toEqual(['offline', 'online']);
});

it('R32 all that watch are sent away', async () => {
  const { room, enter, openFrom } = await started();
  const host = enter({ ...room }, 'Host');
  await host.joined;
  const watch = { kind: 'observe', protocolVersion, code: room.code };
  const sockets = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = await openFrom('192.0.2.66');
      expect(await codeOf(ask(socket, watch))).toBe('ok');
      return socket;
    }),
  );
  await expect.poll(() => host.roster?.observers).toBe(40);
  expect((await host.freeSeats([], true)).ok).toBe(true);
  await expect.poll(() => host.roster?.observers).toBe(0);
  await expect.poll(() => sockets.some(({ connected }) => connected)).toBe(false);
});
