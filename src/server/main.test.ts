// R12: the entry as a user starts it, in a separate process.
import { inEnglish } from '../cli/english/in-english';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { io } from 'socket.io-client';
import { describe, expect, it, vi } from 'vitest';
import { realClock } from '../base/clock';
import { originsOf, reachableAddresses } from './addresses';
import { selfSignedCertificate } from './certificate';
import { readSettings } from './settings';
import { startServer } from './start-server';

// Leaves time for a busy machine: nothing here waits for this long by design.
vi.setConfig({ testTimeout: 60_000 });

const root = path.resolve(import.meta.dirname, '../..');
const noWarning = (): void => undefined;

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs main.ts to its end; calls `onOutput` with all its output so far. */
function run(env: Record<string, string>, onOutput: (out: string, kill: () => void) => void = () => {}): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], { cwd: root, env: { ...process.env, HOST: '127.0.0.1', ...env } }); // prettier-ignore
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => onOutput((out += chunk), () => child.kill('SIGTERM')));
    child.stderr.on('data', (chunk) => (err += chunk));
    child.once('close', (code) => resolve({ code, out, err }));
  });
} // prettier-ignore

describe('main.ts', () => {
  it('R12 prints one clear line and ends with 1 when its port is in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, out, err } = await run({ PORT: String(port) });
    other.close();
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toBe(`Lockstep cannot start: port ${port} is in use: stop the other program or set PORT\n`);
  });

  it('R12 prints its address, and ends with 0 on SIGTERM though a socket is open', async () => {
    let socket: ReturnType<typeof io> | undefined;
    const { code, out, err } = await run({ PORT: '0' }, (output, kill) => {
      const url = /Lockstep is at (http:\S+)/.exec(output)?.[1];
      if (!url || socket) return;
      socket = io(url, { reconnection: false, transports: ['websocket'] });
      socket.on('connect', kill);
    });
    socket?.close();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Lockstep is at http:\/\/127\.0\.0\.1:\d+\n$/);
  });
});

describe('--https', () => {
  it('R12 serves page and rooms with a certificate of its own, kept for the next start', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lockstep-https-'));
    const stateFolder = path.join(folder, '.lockstep');
    const settings = readSettings(['--https'], { PORT: '0', HOST: '127.0.0.1' });
    if (!settings.ok) throw new Error(inEnglish(settings.error.says));
    const options = { settings: settings.value, root: folder, stateFolder, clock: realClock };
    const [certs, health]: [string[], unknown[]] = [[], []];
    for (let start = 0; start < 2; start++) {
      const started = await startServer(options);
      if (!started.ok) throw new Error(inEnglish(started.error.says));
      const { port, localUrl, close } = started.value;
      expect(localUrl).toBe(`https://127.0.0.1:${port}`);
      await new Promise<void>((resolve, reject) => {
        const asked = request(
          { port, host: '127.0.0.1', path: '/healthz', rejectUnauthorized: false },
          (response) => {
            // prettier-ignore
            certs.push((response.socket as TLSSocket).getPeerCertificate().fingerprint256);
            let body = '';
            response.on('data', (chunk) => (body += chunk));
            response.on('end', () => resolve(void health.push(JSON.parse(body))));
          },
        );
        asked.on('error', reject).end();
      });
      const socket = io(localUrl, { transports: ['websocket'], rejectUnauthorized: false, reconnection: false }); // prettier-ignore
      await new Promise<void>((resolve, reject) => {
        socket.on('connect', resolve);
        socket.on('connect_error', reject);
      });
      socket.close();
      await close();
    }
    expect(health).toMatchObject([{ ok: true }, { ok: true }]);
    expect(certs[0]).toBe(certs[1]);
    expect((await stat(path.join(stateFolder, 'key.pem'))).mode & 0o077).toBe(0);
    await rm(folder, { recursive: true });
  });

  it('R12 makes a new certificate when an address is new or the old one expired', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'lockstep-cert-'));
    const epochMs = Date.UTC(2026, 0, 1);
    const first = await selfSignedCertificate(folder, ['10.0.0.5'], epochMs, noWarning);
    expect(await selfSignedCertificate(folder, ['10.0.0.5'], epochMs, noWarning)).toEqual(first);
    const moved = await selfSignedCertificate(folder, ['10.0.0.6'], epochMs, noWarning);
    expect(moved.cert).not.toBe(first.cert);
    const later = await selfSignedCertificate(
      folder,
      ['10.0.0.6'],
      epochMs + 900 * 24 * 3600 * 1000,
      noWarning,
    );
    expect(later.cert).not.toBe(moved.cert);
    expect(await readFile(path.join(folder, 'cert.pem'), 'utf8')).toBe(later.cert);
    await rm(folder, { recursive: true });
  });

  it('R12 fails with no-certificate when the given certificate cannot be used', async () => {
    for (const file of ['/nowhere/cert.pem', import.meta.filename]) {
      const settings = readSettings(['--cert', file, '--key', file], { PORT: '0' });
      if (!settings.ok) throw new Error(inEnglish(settings.error.says));
      const options = { settings: settings.value, root, stateFolder: root, clock: realClock };
      const started = await startServer(options);
      expect(started).toMatchObject({ ok: false, error: { code: 'no-certificate' } });
      if (file.startsWith('/nowhere') && !started.ok)
        expect(inEnglish(started.error.says)).toMatch(
          /cannot read the certificate or its key \(ENOENT.*may read$/,
        );
    }
  });
});

it('R12 shows real networks before virtual ones, and localhost last', () => {
  const info = (address: string, family: 'IPv4' | 'IPv6' = 'IPv4', internal = false) =>
    ({ address, family, internal, netmask: '', mac: '', cidr: null, scopeid: 0 }) as never;
  const interfaces = {
    lo: [info('127.0.0.1', 'IPv4', true)],
    docker0: [info('172.17.0.1')],
    wlan0: [info('fe80::1', 'IPv6'), info('192.168.1.20')],
    usb0: [info('169.254.3.4')],
  };
  expect(reachableAddresses(interfaces)).toEqual(['192.168.1.20', '172.17.0.1']);
  expect(originsOf('http', '0.0.0.0', 8080, interfaces)).toEqual([
    'http://192.168.1.20:8080',
    'http://172.17.0.1:8080',
    'http://localhost:8080',
  ]);
  expect(originsOf('https', '10.1.1.1', 443, interfaces)).toEqual(['https://10.1.1.1']);
});
