// HTTPS beside plain HTTP: http:// typed for a server of https, and a certificate that cannot be kept.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { io } from 'socket.io-client';
import { realClock } from '../base/clock';
import { lineLog } from './server-log';
import { readSettings } from './settings';
import { startServer, type RunningServer } from './start-server';
import { RawConnection } from './testing/raw-connection';

let folder: string;
let server: RunningServer;
const warnings: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lockstep-tls-'));
  await writeFile(path.join(folder, 'index.html'), '<html></html>');
  await writeFile(path.join(folder, 'a file'), '');
  const settings = readSettings(['--https'], { PORT: '0', HOST: '127.0.0.1' });
  if (!settings.ok) throw new Error('no settings');
  const started = await startServer({
    ...{
      settings: settings.value,
      root: folder,
      clock: realClock,
      log: { ...lineLog, warn: (text) => void warnings.push(text) },
    },
    // No folder can be made under a file, not even by root.
    stateFolder: path.join(folder, 'a file', '.lockstep'),
  });
  if (!started.ok) throw new Error('not started');
  server = started.value;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

it('R12 starts with a certificate that it cannot keep, and says so', async () => {
  expect(warnings).toEqual([expect.stringMatching(/^the certificate cannot be kept, .*ENOTDIR/)]);
  const status = await new Promise((resolve, reject) => {
    const asked = request(`${server.localUrl}/`, { rejectUnauthorized: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.once('error', reject).end();
  });
  expect(status).toBe(200);
});

it('R12f sends who typed http:// to https://', async () => {
  const { port } = server;
  expect(await plainly(`GET /r/K7QM4PTX9?a=1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)).toMatch(
    new RegExp(
      `^HTTP/1\\.1 307 [^]*\r\nLocation: https://127\\.0\\.0\\.1:${port}/r/K7QM4PTX9\\?a=1\r\n[^]*This server speaks HTTPS`,
    ),
  );
  expect(await plainly('GET / HTTP/1.1\r\nHost: a b\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 [^]*This server speaks HTTPS/,
  );
  expect(await plainly('GET //evil.example/ HTTP/1.1\r\nHost: x\r\n\r\n')).toContain(
    'Location: https://x//evil.example/\r\n',
  );
  expect(await plainly('nonsense')).toMatch(/^HTTP\/1\.1 400 /);
  const socket = io(server.localUrl, {
    transports: ['websocket'],
    rejectUnauthorized: false,
    reconnection: false,
  });
  await new Promise<void>(
    (resolve, reject) => void socket.once('connect', resolve).once('connect_error', reject),
  );
  socket.close();
});

async function plainly(text: string): Promise<string> {
  const connection = await RawConnection.open(server.port);
  void connection.write(text);
  await connection.closed;
  return connection.received;
}
