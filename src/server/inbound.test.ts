// R26: packets and frames that nobody counted. A socket that sends too many is cut off, over either transport, and the
// others are served. Messages beyond a budget are refused unparsed.
import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clock, realClock } from '../base/clock';
import { casesOf } from '../base/testing/every-case';
import { waitFor } from '../base/testing/wait-for';
import { relayEvent } from '../net/room/room-messages';
import { FrameMeter } from './frame-meter';
import { cutRule, sessionWaitMs, strayRule } from './limits';
import { lineLog } from './server-log';
import { frame, handshake, head, RawConnection } from './testing/raw-connection';
import { ask, codeOf, description, idOf, joinMessage, TestServer } from './testing/test-server';

// Leaves time for a busy machine: nothing here waits for this long by design.
vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;

beforeEach(async () => {
  server = await TestServer.start();
});
afterEach(() => server.close());

/** An attacker's WebSocket that has connected to the rooms. */
async function connected(): Promise<RawConnection> {
  const connection = await RawConnection.open(server.port);
  await connection.write(handshake());
  await connection.until('"sid"');
  await connection.write(frame('40'));
  await connection.until('40{');
  return connection;
}

const isServed = async (): Promise<void> => {
  const socket = await server.open();
  expect(await codeOf(ask(socket, joinMessage('HK3ACD4QX', { hasKey: true, description })))).toBe('ok');
  socket.close();
};

/** One of each way that a packet goes on its way to be counted. */
const daily = [
  'pongs',
  'unknown namespaces',
  'messages without an answer',
  'empty frames',
  'announced bytes',
  'deep arrays',
];
const message = (text: string): Buffer => frame(text);
const floods: Readonly<Record<string, Buffer>> = {
  pongs: message('3'),
  'pings of the wrong end': message('2'),
  'upgrade packets': message('5'),
  'empty packets': message('6'),
  'open packets': message('0'),
  'close packets': message('1'),
  probes: message('3probe'),
  'acknowledgements that nobody asked for': message('437[]'),
  'acknowledgements of bytes': Buffer.concat([message('461-7[{"_placeholder":true,"num":0}]'), frame('', 0x82)]),
  'unknown namespaces': message('40/nobody,'),
  'messages without a name': message('42[]'),
  'messages without an answer': message('42["message",{}]'),
  'invented events': message('42["__proto__",{}]'),
  'errors': message('44{}'),
  'empty messages': message('4'),
  'empty frames': message(''),
  'bytes that nobody announced': frame('', 0x82),
  'announced bytes': Buffer.concat([message('451-["x",{"_placeholder":true,"num":0}]'), frame('', 0x82)]),
  'too many announced bytes': message('4599999-["relay"]'),
  'deep arrays': message(`42${'['.repeat(16_000)}`),
}; // prettier-ignore

it.each(casesOf(Object.entries(floods), ([what]) => daily.includes(what)))(
  'R26 a flood of %s ends its socket, and no other',
  async (_what, one) => {
    const attacker = await connected();
    const chunk = Buffer.concat(Array.from({ length: Math.ceil(4_096 / one.length) }, () => one));
    let sent = 0;
    while (attacker.isOpen && sent < 3_000_000) {
      await attacker.write(chunk);
      sent += chunk.length;
      await new Promise(setImmediate); // the server is of this process
    }
    await attacker.closed;
    await isServed();
  },
);

describe('R26e an address whose sockets were cut off waits for its next session', () => {
  const opcodes = { unknown: 0x8b, text: 0x81 };
  it.each(
    Object.entries({
      'too many pongs': Buffer.concat(Array.from({ length: 1_000 }, () => message('3'))),
      'the ping of a server': message('2'),
      'bytes that are no packet': message('x'),
      'a frame of no kind': frame('', opcodes.unknown),
      'a frame beyond any message': frame('x'.repeat(40_000), opcodes.text),
    }),
  )('after %s', async (_what, bytes) => {
    let waits = 0;
    // Budgets hardly fill while the test runs.
    const slowClock: Clock = {
      ...realClock,
      now: () => realClock.now() / 1_000,
      after(ms, action) {
        if (ms === sessionWaitMs) waits++;
        return realClock.after(ms, action);
      },
    };
    await server.close();
    server = await TestServer.start({}, lineLog, slowClock);
    for (let i = 0; i < cutRule.capacity; i++) {
      const attacker = await connected();
      await attacker.write(bytes);
      await attacker.closed;
    }
    expect(waits).toBe(0);
    await isServed();
    expect(waits).toBe(1);
  });
});

it.each([
  ['one piece', Infinity],
  ['pieces of 64 bytes', 64],
])('R28 pings that come with the handshake, in %s, are answered after it', async (_how, most) => {
  const connection = await RawConnection.open(server.port);
  const bytes = Buffer.concat([
    Buffer.from(handshake()),
    ...['first', 'second'].map((text) => frame(text, 0x89)),
  ]);
  for (let at = 0; at < bytes.length; at += most) await connection.write(bytes.subarray(at, at + most));
  await connection.until('second');
  expect(connection.received).toMatch(/first.*second/s);
  connection.close();
});

describe('R28 what is read no further', () => {
  it.each([
    ['WebSocket pings', [], frame('x'.repeat(125), 0x89)],
    ['WebSocket pongs', [], frame('', 0x8a)],
    ['empty fragments', [frame('42', 0x01)], frame('', 0x00)],
  ])('%s wait in their own system, and others are served', async (_what, first, one) => {
    const attacker = await connected();
    for (const bytes of first) await attacker.write(bytes);
    // More than two systems keep for a reader that does not read.
    const chunk = Buffer.concat(Array.from({ length: Math.ceil(32e6 / one.length) }, () => one));
    const taken = attacker.write(chunk).then(() => 'taken');
    const served = (async () => {
      for (let i = 0; i < 20; i++) await isServed();
      return 'served';
    })();
    expect(await Promise.race([taken, served])).toBe('served');
    expect(attacker.isOpen).toBe(true);
    attacker.close();
  });
});

describe('R26 polling', () => {
  async function session(): Promise<{ post(body: string): Promise<number> }> {
    const url = `${server.url}/socket.io/?EIO=4&transport=polling`;
    const { sid } = JSON.parse((await (await fetch(url)).text()).slice(1)) as { sid: string };
    const post = (body: string): Promise<number> =>
      fetch(`${url}&sid=${sid}`, { method: 'POST', body }).then(
        ({ status }) => status,
        () => 0, // the connection has ended
      );
    expect(await post('40')).toBe(200);
    return { post };
  }

  it.each([
    ['pongs', '3'],
    ['acknowledgements', '437[]'],
    ['unknown namespaces', '40/x,'],
    ['empty packets', '6'],
  ])('a body of thousands of %s ends its session', async (_what, one) => {
    const { post } = await session();
    await post(Array(Math.floor(33_000 / (one.length + 1))).fill(one).join('\u001e')); // prettier-ignore
    expect([0, 400]).toContain(await post('3'));
    await isServed();
  });

  it('a client that polls, and one that upgrades, stay', async () => {
    for (const transports of [['polling'], ['polling', 'websocket']]) {
      const socket = await server.open({ transports });
      await waitFor(() => expect(socket.io.engine.transport.name).toBe(transports.at(-1)));
      const join = joinMessage('HK3ACD4QX', { hasKey: true, description });
      expect(await codeOf(ask(socket, join))).toBe('ok');
      for (let i = 0; i < 300; i++)
        expect(await codeOf(ask(socket, { kind: 'status', inRing: i % 2 > 0, hasKey: true }))).toBe('ok');
      expect(socket.connected).toBe(true);
    }
  });

  it('a session of scripts is refused', async () => {
    const answer = await fetch(`${server.url}/socket.io/?EIO=4&transport=polling&j=0`);
    expect(answer.status).toBe(403);
  });
});

it('R26 acknowledgements of relayed packets, as many as are asked for, cost nothing', async () => {
  const [a, b] = await Promise.all([server.open(), server.open()]);
  const [first, second] = [0, 1].map(() => joinMessage('HK3ACD4QX', { hasKey: true, description }));
  expect(await codeOf(ask(a, first))).toBe('ok');
  expect(await codeOf(ask(b, second))).toBe('ok');
  b.on(relayEvent, (_from: string, _packet: Uint8Array, taken: () => void) => taken());
  const packet = new Uint8Array(randomBytes(2_000));
  const pass = (): Promise<{ ok: boolean }> =>
    new Promise((resolve) => a.emit(relayEvent, idOf(second), packet, resolve));
  // Many times as many as strays are forgiven, in a second or two.
  for (let i = 0; i < 20; i++)
    for (const answer of await Promise.all(Array.from({ length: 100 }, pass))) expect(answer.ok).toBe(true);
  expect([a.connected, b.connected]).toEqual([true, true]);
  expect(2_000).toBeGreaterThan(10 * strayRule.capacity);
});

describe('R26 the meter of frames', () => {
  it('counts whole messages once, wherever their bytes are cut', () => {
    const bytes = Buffer.concat([frame('40'), frame('x'.repeat(200)), frame('', 0x82)]);
    for (let cut = 1; cut < 12; cut++) {
      const meter = new FrameMeter();
      let cost = 0;
      for (let at = 0; at < bytes.length; at += cut)
        cost += meter.take(bytes.subarray(at, at + cut), Infinity).cost;
      expect(cost).toBe(3);
    }
  });

  it('counts control frames and fragments a hundred times', () => {
    for (const first of [0x88, 0x89, 0x8a, 0x01, 0x00, 0x80])
      expect(new FrameMeter().take(frame('', first), Infinity)).toEqual({ bytes: 6, cost: 100 });
  });

  it('R28 stops at the end of a frame', () => {
    const [one, large] = [frame('3'), frame('x'.repeat(200))];
    const meter = new FrameMeter();
    const bytes = Buffer.concat([one, large, one, one]);
    expect(meter.take(bytes.subarray(0, 50), 2)).toEqual({ bytes: 50, cost: 2 });
    // The rest of a frame that has begun is none.
    expect(meter.take(bytes.subarray(50), 1)).toEqual({ bytes: large.length + 2 * one.length - 50, cost: 1 });
  });
});

it('R26 a message beyond the budget is refused unparsed, with its number', async () => {
  const attacker = await connected();
  // The budget fills up meanwhile, so the next messages leave when these are answered. So many refusals are forgiven.
  const burst = 50;
  for (let sent = burst; attacker.count('too many messages') === 0; sent += burst) {
    const messages = Array.from({ length: burst }, () => frame('429["message",{"kind":"turn"}]'));
    await attacker.write(Buffer.concat(messages));
    await attacker.until('439[', sent);
  }
  await attacker.write(frame('429[{{{ not JSON'));
  await attacker.write(head('x')); // and then what is no frame
  await attacker.closed;
  expect(attacker.received).toContain('439[{"ok":false,"error":{"code":"rate-limited"');
});
