// The examples in deploy/ and compose.yaml, as the programs read them that they are for. Where such a program is missing,
// the test of its file is skipped, and counted as skipped.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = import.meta.dirname;
const deploy = path.join(root, 'deploy');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lockstep-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

/** The program's complaints; empty when it is content. */
function complaints(program: string, ...args: string[]): string {
  const env = { ...process.env, DOMAIN: 'train.example', TURN_SECRET: 'north' };
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env });
  if (error) return error.message;
  return status === 0 ? '' : stdout + stderr;
}

it('the unit gives the server no rights, and its settings', () => {
  const unit = readFileSync(path.join(deploy, 'lockstep.service'), 'utf8');
  for (const line of ['DynamicUser=yes', 'ProtectSystem=strict', 'EnvironmentFile=-/etc/lockstep.env'])
    expect(unit).toContain(line);
});

it('the image runs the release as a user without rights', () => {
  const image = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
  expect(image).toMatch(/^RUN node scripts\/release\.mjs --to \/release$/m);
  expect(image).toMatch(/^USER node$/m);
});

it('docs/deploy.md keeps coturn out of the same networks as compose.yaml', () => {
  const compose = readFileSync(path.join(root, 'compose.yaml'), 'utf8');
  const denied = compose.split('\n').filter((line) => line.includes('--denied-peer-ip='));
  const page = readFileSync(path.join(root, 'docs/deploy.md'), 'utf8');
  const [, loop] = /for range in ([^;]+); do/.exec(page)!;
  expect(loop.split(/[\s\\]+/)).toEqual(denied.map((line) => line.split('=')[1]));
  expect(denied.length).toBeGreaterThan(0);
});

it('the unit of several processes differs in its port alone', () => {
  const [one, several] = ['lockstep.service', 'lockstep@.service'].map((name) =>
    readFileSync(path.join(deploy, name), 'utf8')
      .replace(/^(#.*\n)+/, '')
      .replace(' on port %i', '')
      .replace(' PORT=%i', ''),
  );
  expect(several).toBe(one);
});

it.skipIf(!isThere('systemd-analyze', '--version')).each(['lockstep.service', 'lockstep@.service'])(
  'systemd takes the unit %s',
  (name) => {
    const unit = readFileSync(path.join(deploy, name), 'utf8');
    const file = path.join(folder, name);
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    // Unknown lines are warnings only: the program ends well all the same.
    const { stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes(file))).toEqual([]);
  },
);

it.skipIf(!isThere('caddy', 'version')).each(['Caddyfile', 'Caddyfile.processes'])(
  'Caddy takes %s',
  (name) => {
    const file = path.join(deploy, name);
    expect(complaints('caddy', 'validate', '--adapter', 'caddyfile', '--config', file)).toBe('');
    expect(complaints('caddy', 'fmt', '--diff', file)).toBe('');
  },
);

it
  .skipIf(!isThere('nginx', '-v') || !isThere('openssl', 'version'))
  .each(['nginx.conf', 'nginx-processes.conf'])('nginx takes %s', (name) => {
  const certificate =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=train.example ' +
    `-keyout ${folder}/privkey.pem -out ${folder}/fullchain.pem`;
  expect(complaints('openssl', ...certificate.split(' '))).toBe('');
  const site = readFileSync(path.join(deploy, name), 'utf8');
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    path.join(folder, 'site.conf'),
    site.replaceAll('/etc/letsencrypt/live/train.example', folder),
  );
  writeFileSync(
    file,
    `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp { access_log off; include ${folder}/site.conf; }\n`,
  );
  expect(complaints('nginx', '-t', '-c', file)).toBe('');
});

it.skipIf(!isThere('docker', 'compose', 'version'))('Compose takes its file', () => {
  const file = path.join(folder, 'compose.yaml');
  cpSync(path.join(root, 'compose.yaml'), file);
  expect(complaints('docker', 'compose', '-f', file, 'config', '-q')).toBe('');
  const several = path.join(deploy, 'processes.yaml');
  expect(complaints('docker', 'compose', '-f', file, '-f', several, 'config', '-q')).toBe('');
});
