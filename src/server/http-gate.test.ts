// R24, R25: whatever arrives on a connection, and however it ends, the server lives and answers others. The server runs
// in a process of its own, because these attacks ended it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../base/testing/wait-for';
import { selfSignedCertificate } from './certificate';
import { requestLimits } from './limits';
import { frame, handshake, head, RawConnection } from './testing/raw-connection';
import { ServerProcess } from './testing/server-process';

// Leaves time for a busy machine: nothing here waits for this long by design.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** LOCKSTEP_SERVER: another working copy, to see the attacks end an older server. */
const root = process.env.LOCKSTEP_SERVER;
const base = { maxHeapMib: 256, ...(root !== undefined && { root }) };
let folder: string;
let plain: ServerProcess;
let secure: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lockstep-gate-'));
  await selfSignedCertificate(folder, [], Date.now(), () => undefined);
});
/** One that an attack has ended is started again, so that each attack fails by itself. */
beforeEach(async () => {
  const flags = ['--cert', path.join(folder, 'cert.pem'), '--key', path.join(folder, 'key.pem')];
  const start = (server: ServerProcess | undefined, more = {}) =>
    server?.isRunning ? server : ServerProcess.start({ ...base, ...more });
  [plain, secure] = await Promise.all([start(plain), start(secure, { flags })]);
});
afterAll(async () => {
  await Promise.all([plain, secure].map((server) => server.stop()));
  await rm(folder, { recursive: true });
});

const health = head('GET /healthz HTTP/1.1', 'Connection: close');

/** Another client is answered; the process has not complained. */
async function lives(server: ServerProcess): Promise<void> {
  const other = await RawConnection.open(server.port, { tls: server === secure });
  await other.write(health);
  await other.until('"ok":true');
  expect({ isRunning: server.isRunning, complaints: server.complaints() }).toEqual({ isRunning: true, complaints: '' }); // prettier-ignore
}

/** Time for a reset to reach the server: it answers a request that was sent later. */
const turns = async (server: ServerProcess): Promise<void> => {
  for (let i = 0; i < 5; i++) await lives(server);
};

const upgrade = (target: string, protocol: string): string =>
  head(`GET ${target} HTTP/1.1`, `Upgrade: ${protocol}`, 'Connection: Upgrade');
const session = (more: string): string => `/socket.io/?EIO=4&transport=${more}`;

/** Sent, and then a reset. */
const ended: Readonly<Record<string, readonly (string | Uint8Array)[]>> = {
  'an upgrade to /': [upgrade('/', 'x')],
  'an upgrade to a page, to a WebSocket': [handshake('/r/HK3ACD4QX')],
  'an upgrade to HTTP/2': [upgrade('/', 'h2c')],
  'an upgrade to what only begins like the rooms': [handshake('/socket.io')],
  'an upgrade after a request on the same connection': [head('GET /healthz HTTP/1.1'), upgrade('/', 'x')],
  'an upgrade behind an unanswered request': [head('GET / HTTP/1.1') + handshake()],
  'an upgrade of the rooms to something else': [upgrade(session('websocket'), 'x')],
  'an upgrade to another transport': [handshake(session('polling'))],
  'an upgrade to an unknown transport': [handshake(session('carrier-pigeon'))],
  'an upgrade to another version': [handshake('/socket.io/?EIO=3&transport=websocket')],
  'an upgrade of an unknown session': [handshake(session('websocket&sid=nobody'))],
  'an upgrade of a prototype’s session': [handshake(session('websocket&sid=__proto__'))],
  'an upgrade without a key': [upgrade(session('websocket'), 'websocket')],
  'an upgrade by POST': [handshake().replace('GET', 'POST')],
  'a WebSocket’s handshake': [handshake()],
  'a malformed frame': [handshake(), Buffer.from([0xff, 0xff, 0xff, 0xff])],
  'a frame without a mask': [handshake(), Buffer.from([0x81, 0x01, 0x34])],
  'a frame of 2^62 bytes': [handshake(), Buffer.from([0x82, 0xff, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])],
  'half a frame': [handshake(), frame('40').subarray(0, 3)],
  'an inflated frame': [handshake(), frame('40', 0xc1)],
  'CONNECT': [head('CONNECT / HTTP/1.1')],
  'an expectation': [head('GET / HTTP/1.1', 'Expect: a miracle')],
  'a continuation': [head('POST / HTTP/1.1', 'Expect: 100-continue', 'Content-Length: 9')],
  'the preface of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  'a request for a page': [head('GET / HTTP/1.1')],
  'half a head': ['GET / HTTP/1.1\r\nHost: x\r\nA'],
  'a session': [head(`GET ${session('polling')} HTTP/1.1`)],
  'half a body to an unknown session': [head(`POST ${session('polling&sid=a')} HTTP/1.1`, 'Content-Length: 99'), '40'],
  'a session of scripts': [head(`GET ${session('polling&j=0')} HTTP/1.1`)],
}; // prettier-ignore

describe.each([
  ['plain', false],
  ['over TLS', true],
])('R24 a reset ends no server, %s', (_name, tls) => {
  it.each(Object.entries(ended))('after %s', async (_what, parts) => {
    const server = tls ? secure : plain;
    for (const isDelayed of [false, true]) {
      const connection = await RawConnection.open(server.port, { tls });
      for (const part of parts) {
        await connection.write(part);
        if (isDelayed) await lives(server);
      }
      await connection.reset();
    }
    await turns(server);
  });

  it('during a POST of a session', async () => {
    const server = tls ? secure : plain;
    const poll = await RawConnection.open(server.port, { tls });
    await poll.write(head(`GET ${session('polling')} HTTP/1.1`));
    await poll.until('"sid"');
    const id = /"sid":"([^"]+)"/.exec(poll.received)![1];
    const post = await RawConnection.open(server.port, { tls });
    await post.write(`${head(`POST ${session(`polling&sid=${id}`)} HTTP/1.1`, 'Content-Length: 99')}40`);
    await lives(server);
    await post.reset();
    await poll.write(head(`GET ${session(`polling&sid=${id}`)} HTTP/1.1`));
    await poll.reset();
    await turns(server);
  });
});

it('R24 a reset during the TLS handshake ends no server', async () => {
  for (const bytes of ['', '\u0016\u0003\u0001', 'GET / HTTP/1.1\r\n\r\n']) {
    const connection = await RawConnection.open(secure.port);
    await connection.write(bytes);
    await lives(secure);
    await connection.reset();
  }
  await turns(secure);
});

it('R24 an upgrade to anything but the rooms is closed, and nothing is answered', async () => {
  for (const asked of [upgrade('/', 'x'), handshake('/r/HK3ACD4QX'), handshake(session('polling'))]) {
    const connection = await RawConnection.open(plain.port);
    await connection.write(asked);
    await connection.closed;
    expect(connection.received).toBe('');
  }
});

describe('R25 answers that nobody takes', () => {
  const floods: Readonly<Record<string, string>> = {
    'GET /': head('GET / HTTP/1.1'),
    'HEAD of a missing file': head('HEAD /x.js HTTP/1.1'),
    'polls': head(`GET ${session('polling&sid=nobody')} HTTP/1.1`),
    'new sessions': head(`GET ${session('polling')} HTTP/1.1`),
    'POST': head('POST / HTTP/1.1', 'Content-Length: 0'),
    'continuations': head('GET / HTTP/1.1', 'Expect: 100-continue'),
    'expectations': head('GET / HTTP/1.1', 'Expect: x'),
  }; // prettier-ignore
  it.each(Object.entries(floods))('%s: 22 MB of requests end their connections', async (_what, request) => {
    const before = plain.memoryMib;
    const chunk = Buffer.from(request.repeat(Math.ceil(65_536 / request.length)));
    const connections = await Promise.all(
      Array.from({ length: 4 }, () => RawConnection.open(plain.port, { isDeaf: true })),
    );
    await Promise.all(
      connections.map(async (connection) => {
        for (let sent = 0; sent < 22e6 / 4 && connection.isOpen; sent += chunk.length)
          await connection.write(chunk);
      }),
    );
    await lives(plain);
    expect(connections.map(({ isOpen }) => isOpen)).toEqual([false, false, false, false]);
    expect(plain.memoryMib - before).toBeLessThan(100);
  });

  it('a connection holds as many requests as the limit says', async () => {
    const { requestsPerConnection } = requestLimits;
    const within = await RawConnection.open(plain.port);
    await within.write(head('GET /healthz HTTP/1.1').repeat(requestsPerConnection - 1) + health);
    await within.closed;
    expect(within.received.match(/"ok":true/g)).toHaveLength(requestsPerConnection);
  });

  it('a body without end, that nobody reads, ends with the answer', async () => {
    for (const target of ['/', session('polling&sid=nobody'), session('polling')]) {
      const connection = await RawConnection.open(plain.port);
      await connection.write(head(`POST ${target} HTTP/1.1`, 'Transfer-Encoding: chunked'));
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
      while (connection.isOpen) await connection.write(chunk);
      expect(connection.received).toMatch(/^(HTTP\/1\.1 40[05]|$)/);
    }
    await waitFor(() => lives(plain));
  });
});
