// A wrong set-up, as real requests show it: refused with what to set, and said once in the log.
import { request } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { io } from 'socket.io-client';
import { TestServer } from './testing/test-server';

let server: TestServer;
afterEach(() => server.close());

interface Answer {
  readonly status: number;
  readonly body: string;
}

function get(path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: server.port, path, headers }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode!, body }));
    });
    asked.once('error', reject).end();
  });
}

it('R12e refuses other names where PUBLIC_URL is set, and says what to set', async () => {
  server = await TestServer.start({ PUBLIC_URL: 'https://train.example', ALLOWED_HOSTS: 'train.lan' });
  for (const host of [
    'train.example',
    'TRAIN.example:8443',
    'train.lan',
    'localhost:8080',
    '192.168.3.4',
    '[::1]:80',
  ])
    expect(await get('/healthz', { Host: host }), host).toMatchObject({ status: 200 });
  for (const path of ['/', '/healthz', '/config.json', '/socket.io/?EIO=4&transport=polling'])
    for (const host of ['evil.example', '127.evil.example', 'train.example.evil.example']) {
      const { status, body } = await get(path, { Host: host });
      expect({ path, host, status }).toEqual({ path, host, status: 421 });
      expect(body).toContain(`set ALLOWED_HOSTS=${host}`);
      expect(body).toContain(
        'this server is train.example, train.lan. If that is not its name, correct PUBLIC_URL.',
      );
    }
  expect(server.warnings.filter((warning) => warning.includes('ALLOWED_HOSTS=evil.example'))).toHaveLength(1);
});

const polling = '/socket.io/?EIO=4&transport=polling';

it('R12e refuses rooms to pages of other origins, and says what to set', async () => {
  server = await TestServer.start();
  const foreign = await get(polling, { Origin: 'https://train.example' });
  expect(foreign.status).toBe(421);
  expect(foreign.body).toContain('set PUBLIC_URL=https://train.example');
  expect(server.warnings).toEqual([foreign.body]);
  // A WebSocket’s handshake has no text to read: the log says it.
  const socket = io(server.url, {
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: { Origin: 'http://other.example' },
  });
  await new Promise<void>((resolve) => socket.once('connect_error', () => resolve()));
  expect(server.warnings.at(-1)).toContain('set PUBLIC_URL=http://other.example');
});

it('R12e takes a browser’s word that the page is this server’s, where the proxy hides the name', async () => {
  const page = { Origin: 'https://train.example', 'Sec-Fetch-Site': 'same-origin' };
  server = await TestServer.start();
  expect((await get(polling, page)).status).toBe(200);
  expect((await get(polling, { ...page, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(421);
  await server.close();
  server = await TestServer.start({ PUBLIC_URL: 'https://other.example' });
  expect((await get(polling, page)).status).toBe(421);
});

it('R12d says once that forwarded headers are not believed, and with which setting they are', async () => {
  server = await TestServer.start();
  for (let i = 0; i < 3; i++) await get('/healthz', { 'X-Forwarded-For': `9.9.9.${i}` });
  expect(server.warnings).toHaveLength(1);
  expect(server.warnings[0]).toContain('set TRUST_PROXY=127.0.0.1');
  await server.close();
  server = await TestServer.start({ TRUST_PROXY: '127.0.0.1' });
  await get('/healthz', { 'X-Forwarded-For': '9.9.9.9' });
  // The image asks for its own health by Node's fetch, which says `Sec-Fetch-Mode: cors`.
  await fetch(`${server.url}/readyz`);
  expect(server.warnings).toEqual([]);
  await get('/healthz', { 'Sec-Fetch-Mode': 'navigate' });
  expect(server.warnings).toHaveLength(1);
  expect(server.warnings[0]).toContain('Let it send X-Forwarded-For');
});

const visit = { 'Sec-Fetch-Mode': 'navigate', Host: 'train.example' };

it('R12d says that TRUST_PROXY counts more proxies than there are', async () => {
  server = await TestServer.start({ TRUST_PROXY: '2' });
  await get('/healthz', { ...visit, 'X-Forwarded-For': '9.9.9.9, 10.0.0.1' });
  await get('/healthz', { Host: 'train.example', 'X-Forwarded-For': '9.9.9.9' }); // asked by a program
  expect(server.warnings).toEqual([]);
  await get('/healthz', { ...visit, 'X-Forwarded-For': '9.9.9.9' });
  expect(server.warnings).toEqual([
    expect.stringMatching(/counts 2 proxies.* through 1.*set TRUST_PROXY=1$/),
  ]);
});

it('R12e says that a proxy does not pass WebSockets', async () => {
  server = await TestServer.start({ TRUST_PROXY: '1' });
  const socket = '/socket.io/?EIO=4&transport=websocket';
  const toProxy = { 'X-Forwarded-For': '9.9.9.9' };
  for (const path of [polling, '/?transport=websocket']) await get(path, toProxy);
  const passed = io(server.url, { transports: ['websocket'], reconnection: false });
  await new Promise<void>((resolve) => passed.once('connect', () => resolve()));
  passed.close();
  expect(server.warnings).toEqual([]);
  // The second one is nginx's with `Upgrade` alone: it writes `Connection: close` itself.
  await get(socket, toProxy);
  await get(socket, { ...toProxy, Upgrade: 'websocket', Connection: 'close' });
  expect(server.warnings).toEqual([expect.stringMatching(/^a WebSocket from 127\.0\.0\.1 .*\$http_upgrade/)]);
});

it('R12e says that PUBLIC_URL begins with http:// where people come by https', async () => {
  const env = { PUBLIC_URL: 'http://train.example', TRUST_PROXY: '1' };
  const from = { ...visit, 'X-Forwarded-For': '9.9.9.9' };
  server = await TestServer.start(env);
  await get('/healthz', { ...from, 'X-Forwarded-Proto': 'http' });
  await get('/healthz', { ...from, 'X-Forwarded-Proto': 'https', Host: '192.168.3.4' });
  expect(server.warnings).toEqual([]);
  await get('/healthz', { ...from, 'X-Forwarded-Proto': 'https' });
  expect(server.warnings).toEqual([
    expect.stringMatching(/^people come by https:\/\/train\.example, but PUBLIC_URL/),
  ]);
});
