// R3, R4: hostile sockets against the real server. The other sockets are not affected.
import { randomBytes } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { codeAlphabet } from '../base/room-code';
import { waitFor } from '../base/testing/wait-for';
import { messageEvent, type Presence, type Reply } from '../net/room/room-messages';
import { messageRule } from './limits';
import { ask, codeOf, description, idOf, joinMessage, TestServer } from './testing/test-server';

// Leaves time for a busy machine: nothing here waits for this long by design.
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;

beforeEach(async () => {
  server = await TestServer.start();
});
afterEach(() => server.close());

const open = (options?: Parameters<typeof io>[1]): Promise<Socket> => server.open(options);
const once = (socket: Socket, event: string): Promise<unknown> =>
  new Promise((resolve) => socket.once(event, resolve));
const answer = (socket: Socket, message: unknown): Promise<string> => codeOf(ask(socket, message));
/** A join that brings the room's description along. */
const joining = (more: object = {}) => joinMessage('HK3ACD4QX', { hasKey: true, description, ...more });
const signalTo = (to: string, data = '{}') => ({
  kind: 'signal',
  to,
  sequence: 1,
  data,
  mac: 'm'.repeat(43),
});

/** Two members of a room; the returned function checks that their signals still pass. */
async function bystanders(): Promise<() => Promise<void>> {
  const [a, b] = await Promise.all([open(), open()]);
  const [first, second] = [joining(), joining()];
  await ask(a, first);
  await ask(b, second);
  return async () => {
    const received = new Promise((resolve) =>
      b.on(messageEvent, (message: { kind: string }) => message.kind === 'signal' && resolve(message)),
    );
    expect(await answer(a, signalTo(idOf(second)))).toBe('ok');
    expect(await received).toMatchObject({ from: idOf(first) });
    expect([a.connected, b.connected]).toEqual([true, true]);
  };
}

describe('hostile input', () => {
  it('R4 answers garbage with a code', async () => {
    const others = await bystanders();
    const socket = await open();
    const cyclicDepth = JSON.parse('['.repeat(2000) + ']'.repeat(2000));
    const garbage: unknown[] = [
      null,
      42,
      'join',
      [],
      {},
      { kind: 'nonsense' },
      { kind: 'join' },
      cyclicDepth,
      Buffer.from('binary'),
      joining({ role: 'admin' }),
      joining({ name: 'x'.repeat(401) }),
      joining({ name: { toString: 1 } }),
      joining({ memberSecret: '../../../../etc/passwd' }),
      joining({ code: 'hk34qx' }),
      joining({ extra: 1 }),
      { ...signalTo('a'.repeat(16)), sequence: -1 },
      { ...signalTo('a'.repeat(16)), from: 'b'.repeat(16) },
    ];
    for (const message of garbage) expect([await answer(socket, message), message]).toEqual(['malformed', message]); // prettier-ignore
    await others();
  });

  it('R4 refuses prototype keys, sent as raw text', async () => {
    const others = await bystanders();
    const socket = await open();
    const plain = JSON.stringify(joining());
    for (const poison of ['"__proto__":{"isAdmin":true}', '"constructor":{"prototype":{"isAdmin":true}}']) {
      const message = JSON.parse(plain.replace('{', `{${poison},`));
      expect(await answer(socket, message)).toBe('malformed');
      const nested = JSON.parse(plain.replace('"isOpen"', `${poison},"isOpen"`));
      expect(await answer(socket, nested)).toBe('malformed');
    }
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    expect(await answer(socket, joining({ memberSecret: '__proto__' }))).toBe('malformed');
    expect(await answer(socket, signalTo('constructor'))).toBe('malformed');
    await others();
  });

  it('R4 names are inert text', async () => {
    const socket = await open();
    const reply = await ask(socket, joining({ name: ' \u202eevil\u0000\n<b>Z\u0301\u0301\u0301\u0301\u0301\u0301</b>' + '💧'.repeat(60) })); // prettier-ignore
    const { name } = ((reply as { value: Presence }).value as Presence).members[0];
    expect(name).toBe('evil <b>Ź\u0301\u0301\u0301</b>' + '💧'.repeat(40 - 16));
    expect(await ask(await open(), joining({ name: '\u200b \u202e' }))).toMatchObject({
      value: { members: [{}, { name: 'Someone' }] },
    });
  });

  it.each([['websocket'], ['polling']])('R4 a message above 32 KiB is refused, above 33 KiB its socket is cut off (%s)', async (transport) => {
    const others = await bystanders();
    const socket = await open({ transports: [transport] });
    await ask(socket, joining());
    const room = 32 * 1024 - JSON.stringify(signalTo('a'.repeat(16), '')).length;
    expect(await answer(socket, signalTo('a'.repeat(16), 'x'.repeat(room)))).toBe('no-such-peer');
    expect(await answer(socket, signalTo('a'.repeat(16), 'x'.repeat(room + 1)))).toBe('too-large');
    expect(await answer(socket, signalTo('a'.repeat(16), 'ü'.repeat(room / 2 + 1)))).toBe('too-large');
    const gone = once(socket, 'disconnect');
    socket.emit(messageEvent, signalTo('a'.repeat(16), 'x'.repeat(33 * 1024)));
    await gone;
    await others();
  }); // prettier-ignore

  it('R4 as many messages as a socket may send at once are read; 1,000 more at once cut it off', async () => {
    const others = await bystanders();
    const socket = await open();
    await ask(socket, joining());
    const { capacity } = messageRule;
    // The join was the first message.
    const first = await Promise.all(
      Array.from({ length: capacity - 1 }, () => answer(socket, signalTo('a'.repeat(16)))),
    );
    expect(new Set(first)).toEqual(new Set(['no-such-peer']));
    // Messages that arrive with the flood may lose their answers: a flood is refused before any of it is read.
    const codes = new Set<string>();
    const gone = once(socket, 'disconnect');
    for (let i = 0; i < 1000; i++)
      socket.emit(messageEvent, signalTo('a'.repeat(16)), (reply: Reply) =>
        codes.add(reply.ok ? 'ok' : reply.error.code),
      );
    expect(await gone).toBe('io server disconnect');
    for (const code of codes) expect(['no-such-peer', 'rate-limited']).toContain(code);
    await others();
  });

  it('R4 guessing codes and inventing events end the socket', async () => {
    const others = await bystanders();
    const guesser = await open();
    const gone = once(guesser, 'disconnect');
    for (const letter of codeAlphabet)
      guesser.emit(messageEvent, joining({ code: `33333333${letter}`, description: undefined }));
    await gone;
    const inventor = await open();
    const cut = once(inventor, 'disconnect');
    for (let i = 0; i < 200; i++) inventor.emit('admin', { i });
    await cut;
    const stranger = io(`${server.url}/admin`, { transports: ['websocket'], reconnection: false });
    expect(await once(stranger, 'connect_error')).toMatchObject({ message: 'Invalid namespace' });
    stranger.close();
    await others();
  });

  it('R4 a foreign origin is refused; our own origin and a client without one are not', async () => {
    const origin = (value: string) => open({ extraHeaders: { Origin: value } });
    await expect(origin('https://evil.example')).rejects.toBeDefined();
    await expect(origin('null')).rejects.toBeDefined();
    await expect(origin(`http://127.0.0.1:${server.port}.evil.example`)).rejects.toBeDefined();
    expect((await origin(`http://127.0.0.1:${server.port}`)).connected).toBe(true);
    expect((await open()).connected).toBe(true);
  });

  it('R4 bytes that are not HTTP and half a handshake do no harm', async () => {
    const others = await bystanders();
    const raw = connectTcp(server.port, '127.0.0.1');
    raw.on('error', () => {}); // the server hangs up
    const ended = new Promise((resolve) => raw.once('close', resolve));
    raw.write(randomBytes(4096));
    raw.write('\r\n\r\n');
    raw.resume();
    await ended;
    await others();
  });
});

it('R17 a member that does not read is cut off; its senders are refused, the others are served', async () => {
  const others = await bystanders();
  const reader = await open();
  const target = joining({ code: 'HK3ACD4QY' });
  await ask(reader, target);
  const { ws } = reader.io.engine.transport as unknown as { ws: { _socket: { pause(): void } } };
  ws._socket.pause();
  const senders = await Promise.all(Array.from({ length: 20 }, () => open()));
  for (const sender of senders) await ask(sender, joining({ code: 'HK3ACD4QY' }));
  const large = signalTo(idOf(target), 'x'.repeat(31_000));
  const answers = new Set<string>();
  const sendAll = async (): Promise<void> => {
    for (const sender of senders) {
      const reply = await ask(sender, large);
      answers.add(reply.ok ? 'ok' : reply.error.message);
    }
  };
  const refusal = `${idOf(target)} does not read what waits for it`;
  for (let round = 0; round < 30 && !answers.has(refusal); round++) await sendAll();
  expect(answers).toContain(refusal);
  await waitFor(async () => {
    expect(await answer(senders[0], signalTo(idOf(target)))).toBe('no-such-peer');
  });
  await others();
});

it('R4 300 peers of one address join within their rooms', async () => {
  const codes = Array.from({ length: 5 }, (_, i) => `HK3ACD4Q${codeAlphabet[i]}`);
  const startedMs = performance.now();
  const peers = await Promise.all(Array.from({ length: 300 }, () => open()));
  const replies = await Promise.all(peers.map((peer, i) => ask(peer, joining({ code: codes[i % 5] }))));
  const tookMs = performance.now() - startedMs;
  expect(replies.filter(({ ok }) => ok).length).toBe(300);
  const last = replies.slice(-5).map((reply) => (reply as { value: Presence }).value.members.length);
  expect(last).toEqual([60, 60, 60, 60, 60]);
  console.log(`300 sockets of one address connected and joined in ${Math.round(tookMs)} ms`);
});

it('R2 a room learns of a joiner, a change and a loss', async () => {
  const [a, b] = await Promise.all([open(), open()]);
  const rosters: string[][] = [];
  const gone = new Promise<void>((resolve) =>
    a.on(messageEvent, ({ members }: Presence) => {
      rosters.push(members.map(({ name }) => name));
      if (rosters.some((names) => names.length === 2) && members.length === 1) resolve();
      else if (members.length === 2) b.close();
    }),
  );
  await ask(a, joining({ name: 'A' }));
  await ask(b, joining({ name: 'B' }));
  await gone;
  expect(rosters.at(-1)).toEqual(['A']);
  expect(rosters).toContainEqual(['A', 'B']);
});
