// The end of a server (R12c): what is under way is answered, and nothing keeps it from ending.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { realClock, type Clock } from '../base/clock';
import { readSettings } from './settings';
import { startServer } from './start-server';

/** On a busy machine the answer may be read for longer than a server that stops waits. */
const patient: Clock = { ...realClock, after: (ms, run) => realClock.after(20 * ms, run) };

it('R12c ends an answer that is being read before it stops', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'lockstep-stop-'));
  const size = 24 * 1024 * 1024; // more than the buffers of a connection hold
  await writeFile(path.join(root, 'index.html'), '<html></html>');
  await writeFile(path.join(root, 'large.png'), Buffer.alloc(size, 7));
  const settings = readSettings([], { PORT: '0', HOST: '127.0.0.1' });
  if (!settings.ok) throw new Error('no settings');
  const started = await startServer({ settings: settings.value, root, stateFolder: root, clock: patient });
  if (!started.ok) throw new Error('not started');

  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${started.value.localUrl}/large.png`, resolve).once('error', reject);
  });
  const closed = started.value.close();
  let read = 0;
  for await (const chunk of response) read += (chunk as Buffer).length;
  expect(read).toBe(size);
  await closed;
  await rm(root, { recursive: true });
});
