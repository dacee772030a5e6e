// The folder of `npm run release`, as it runs in the image: by a user without rights, from an empty folder, with nothing that
// it may write, and without packages.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from '@playwright/test';
import { io } from 'socket.io-client';
import { FaultRow } from './fault-row';

const root = path.resolve(import.meta.dirname, '../..');
const nobody = 65_534;

// eslint-disable-next-line no-empty-pattern
test('the release as an ordinary user on a read-only tree', async ({}, info) => {
  const row = new FaultRow(info);
  const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-release-'));
  const [release, empty] = [path.join(folder, 'release'), path.join(folder, 'empty')];
  mkdirSync(empty);
  const made = await ended(
    spawn(process.execPath, ['scripts/release.mjs', '--to', release], { cwd: root, stdio: 'inherit' }),
  );
  row.fact('the release is made', 'exit code 0', String(made), made === 0);
  // The first lines of the script, as an older Node would read them.
  const [checks] = readFileSync(path.join(release, 'server.mjs'), 'utf8').split(/^import /m);
  const { status, stderr } = spawnSync(process.execPath, ['-e', checks.replace(/">=[\d.]+"/, '">=99.1"')]);
  const line = String(stderr).trim();
  row.fact(
    'too old a Node',
    'one line',
    line,
    status === 1 && /^Lockstep needs Node >=99\.1; .*$/.test(line),
  );
  for (const name of [folder, empty, release, ...allIn(release)]) chmodSync(name, 0o555);

  const asRoot = process.getuid?.() === 0;
  const server = spawn(process.execPath, [path.join(release, 'server.mjs'), '--https'], {
    cwd: empty,
    env: { PORT: '0', HOST: '127.0.0.1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(asRoot && { uid: nobody, gid: nobody }),
  });
  let [out, err] = ['', ''];
  server.stderr.on('data', (text) => (err += String(text)));
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', (text) => {
      out += String(text);
      const [, found] = /Lockstep is at (\S+)/.exec(out) ?? [];
      if (found) resolve(found);
    });
    server.once('exit', () => reject(new Error(err)));
  });
  const kept = err.match(/^the (secret of room codes|certificate) cannot be kept/gm) ?? [];
  row.fact('what it cannot keep', 'the secret, the certificate', kept.join(), kept.length === 2);
  const socket = io(url, { transports: ['websocket'], rejectUnauthorized: false, reconnection: false });
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('connect_error', () => resolve(false));
  });
  row.fact('a socket of the rooms', 'connected', String(isConnected), isConnected);
  const exit = ended(server);
  server.kill('SIGTERM');
  const code = await exit;
  row.fact('its end at SIGTERM', 'exit code 0', String(code), code === 0);
  socket.close();
  const left = readdirSync(empty).length;
  row.fact('files that it wrote', '0', left, left === 0);
  chmodSync(folder, 0o755);
  for (const name of [release, ...allIn(release)]) chmodSync(name, 0o755);
  rmSync(folder, { recursive: true });
});

const allIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true }).map((name) => path.join(folder, String(name)));

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('exit', resolve));
