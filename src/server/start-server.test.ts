// R24 from the first connection on: whoever connects as soon as the port is open is answered, and again on the same
// connection. After a restart, hundreds of clients try at once.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { realClock } from '../base/clock';
import { inEnglish } from '../cli/english/in-english';
import { readSettings } from './settings';
import { startServer } from './start-server';
import { freePort } from './testing/free-port';

it('R24 answers whoever connects as soon as its port is open', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'lockstep-start-'));
  await mkdir(path.join(root, 'assets'));
  await writeFile(path.join(root, 'index.html'), '<!doctype html>');
  for (let i = 0; i < 500; i++) await writeFile(path.join(root, 'assets', `${i}.js`), 'export {};');
  const port = await freePort();
  const settings = readSettings([], { PORT: String(port), HOST: '127.0.0.1' });
  if (!settings.ok) throw new Error(inEnglish(settings.error.says));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const eager = untilAnswered(port, agent).then(async () => statusOf(port, agent));
  const started = await startServer({ settings: settings.value, root, stateFolder: root, clock: realClock });
  if (!started.ok) throw new Error(inEnglish(started.error.says));
  expect(await eager).toBe(200);
  agent.destroy();
  await started.value.close();
  await rm(root, { recursive: true });
});

/** Tries again while nobody listens. */
async function untilAnswered(port: number, agent: Agent): Promise<void> {
  for (;;) {
    const status = await statusOf(port, agent);
    if (status !== 'nobody listens') return expect(status).toBe(200);
    await new Promise(setImmediate);
  }
}

function statusOf(port: number, agent: Agent): Promise<number | 'nobody listens'> {
  return new Promise((resolve, reject) => {
    const asked = get({ port, host: '127.0.0.1', path: '/healthz', agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!));
    });
    asked.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNREFUSED' ? resolve('nobody listens') : reject(error),
    );
  });
}
