// The examples in deploy/ and compose.yaml, as the programs read them that they are for. Where such a program is missing,
// what it would say cannot be known: nothing is checked there.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const deploy = path.resolve(import.meta.dirname, 'deploy');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lockstep-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the program says against the file; undefined where there is no such program. */
function complaints(file: string, ...args: string[]): string | undefined {
  const env = { ...process.env, DOMAIN: 'train.example', TURN_SECRET: 'north' };
  const { error, status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', env });
  if (error) return undefined;
  return status === 0 ? '' : stdout + stderr;
}

it('systemd takes the unit', () => {
  const unit = readFileSync(path.join(deploy, 'lockstep.service'), 'utf8');
  const file = path.join(folder, 'lockstep.service');
  writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
  // What it does not know is a warning, and it ends well.
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
  if (!error) expect(stderr.split('\n').filter((line) => line.includes(file))).toEqual([]);
  for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'EnvironmentFile=-/etc/lockstep.env'])
    expect(unit).toContain(line);
});

it('Caddy takes its file', () => {
  const file = path.join(deploy, 'Caddyfile');
  expect([undefined, '']).toContain(
    complaints('caddy', 'validate', '--adapter', 'caddyfile', '--config', file),
  );
  expect([undefined, '']).toContain(complaints('caddy', 'fmt', '--diff', file));
});

it('nginx takes its file', () => {
  const made = complaints(
    'openssl',
    ...`req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=train.example -keyout ${folder}/privkey.pem -out ${folder}/fullchain.pem`.split(
      ' ',
    ),
  );
  if (made === undefined) return;
  const site = readFileSync(path.join(deploy, 'nginx.conf'), 'utf8').replaceAll(
    '/etc/letsencrypt/live/train.example',
    folder,
  );
  writeFileSync(path.join(folder, 'site.conf'), site);
  writeFileSync(
    path.join(folder, 'nginx.conf'),
    `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp { access_log off; include ${folder}/site.conf; }\n`,
  );
  expect([undefined, '']).toContain(complaints('nginx', '-t', '-c', path.join(folder, 'nginx.conf')));
});

it('Compose takes its file', () => {
  cpSync(path.resolve(import.meta.dirname, 'compose.yaml'), path.join(folder, 'compose.yaml'));
  const isThere = complaints('docker', 'compose', 'version') === '';
  if (isThere)
    expect(complaints('docker', 'compose', '-f', path.join(folder, 'compose.yaml'), 'config', '-q')).toBe('');
  const image = readFileSync(path.resolve(import.meta.dirname, 'Dockerfile'), 'utf8');
  expect(image).toMatch(/^RUN node scripts\/release\.mjs --to \/release$/m);
  expect(image).toMatch(/^USER node$/m);
});
