// The image's steps, without Docker: in empty folders, by an ordinary user, with the packages that the Dockerfile installs and
// no others; then the image's program on a tree that it cannot write to.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from '@playwright/test';
import { freePort } from '../../src/server/testing/free-port';
import { FaultRow } from './fault-row';
import { makeImage } from './image-steps';

const root = path.resolve(import.meta.dirname, '../..');

// eslint-disable-next-line no-empty-pattern
test('the steps of the image as an ordinary user', async ({}, info) => {
  const row = new FaultRow(info);
  const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-image-'));
  chmodSync(folder, 0o755);
  try {
    const image = makeImage(root, folder);
    const env = { PORT: String(await freePort()) };
    const before = image.check(env);
    row.fact('health without a server', 'not 0', String(before), before !== 0);
    const server = image.run(env);
    let said = '';
    server.stderr!.on('data', (text) => (said += String(text)));
    const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
    const begun = await new Promise<boolean>((resolve) => {
      // Warnings come before: this tree cannot keep a secret.
      server.stdout!.on('data', (text) => String(text).includes('Lockstep is at') && resolve(true));
      void ended.then(() => resolve(false));
    });
    row.fact('it starts', 'yes', begun ? 'yes' : said.slice(0, 80), begun);
    const health = image.check(env);
    row.fact('health', '0', String(health), health === 0);
    const page = await fetch(`http://127.0.0.1:${env.PORT}/lesson/one-model`);
    row.fact('the page', '200', String(page.status), page.status === 200);
    server.kill('SIGTERM');
    const code = await ended;
    row.fact('its end at SIGTERM', 'exit code 0', String(code), code === 0);
    row.fact('complaints', 'none', said.slice(0, 80) || 'none', said === '');
  } finally {
    for (const name of ['', ...readdirSync(path.join(folder, 'last'), { recursive: true })])
      chmodSync(path.join(folder, 'last', String(name)), 0o755);
    rmSync(folder, { recursive: true });
  }
});
