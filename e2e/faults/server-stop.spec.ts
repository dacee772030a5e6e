// A room server with thousands of members is told to stop (R12c): it ends within its time, and well. Then `npm start` as
// people run it: with npm, its shell and the server.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { drawCode } from '../../src/base/room-code';
import { protocolVersion } from '../../src/net/room/room-messages';
import { ServerProcess } from '../../src/server/testing/server-process';
import { description, joinMessage } from '../../src/server/testing/test-server';
import { freePort } from '../../src/server/testing/free-port';
import { FaultRow } from './fault-row';
import { RawSocket } from './raw-socket';

const memberCount = 9_000;
const membersPerRoom = 60;
const stopMs = 8_000;

// eslint-disable-next-line no-empty-pattern
test('the room server stopped with 9,000 members', async ({}, info) => {
  const row = new FaultRow(info);
  const server = await ServerProcess.start({ env: { TRUST_PROXY: '1' } });
  const sockets: RawSocket[] = [];
  let joined = 0;
  for (let made = 0; made < memberCount; made += membersPerRoom) {
    const code = drawCode(randomBytes);
    const join = (): Promise<void> =>
      new Promise((resolve) => {
        const socket: RawSocket = new RawSocket(
          server.url,
          (text) => {
            if (text.startsWith('0')) socket.send('40');
            else if (text.startsWith('40'))
              socket.send(
                `420${JSON.stringify(['message', joinMessage(code, { description, protocolVersion })])}`,
              );
            else if (text.startsWith('430')) {
              joined += text.includes('"ok":true') ? 1 : 0;
              resolve();
            }
          },
          resolve,
          [`X-Forwarded-For: 10.0.${Math.floor(made / 300)}.1`],
        );
        sockets.push(socket);
      });
    await Promise.all(Array.from({ length: membersPerRoom }, join));
  }
  row.fact('members that joined', String(memberCount), joined, joined === memberCount);
  const startedMs = performance.now();
  const ended = new Promise<number | null>((resolve) => server.child.once('exit', resolve));
  server.child.kill('SIGTERM');
  const code = await ended;
  row.time('end of the process', performance.now() - startedMs, stopMs);
  row.fact('exit code', '0', String(code), code === 0);
  sockets.forEach((socket) => socket.close());
});

// eslint-disable-next-line no-empty-pattern
test('npm start gets SIGTERM', async ({}, info) => {
  const row = new FaultRow(info);
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: '' },
  });
  let output = '';
  npm.stdout.on('data', (text) => (output += String(text)));
  await expect.poll(() => output, { timeout: 120_000 }).toContain('Lockstep is at');
  const startedMs = performance.now();
  npm.kill('SIGTERM');
  await expect.poll(() => isFree(port)).toBe(true);
  row.time('its port is free again', performance.now() - startedMs, stopMs);
});

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
