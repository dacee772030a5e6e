// R11: static files of one folder over real sockets. Paths are written raw, so that no client normalises them.
import { inEnglish } from '../cli/english/in-english';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { realClock } from '../base/clock';
import { protocolVersion } from '../net/room/room-messages';
import { acceptedEncodings } from './http';
import { readSettings } from './settings';
import { startServer, type RunningServer } from './start-server';
import { head, RawConnection } from './testing/raw-connection';

const script = `document.documentElement.dataset.theme = 'dark'`;
const page = `<!doctype html><script>${script}</script><script type="module" src="/assets/i.js"></script>`;
const chunk = `export const words = ${JSON.stringify('gradient '.repeat(500))};`;
/** A chunk compressed at a level that the server does not use. */
const builtBrotli = brotliCompressSync(chunk, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lockstep-http-'));
  const root = path.join(folder, 'dist');
  await mkdir(path.join(root, 'assets'), { recursive: true });
  await writeFile(path.join(root, 'index.html'), page);
  await writeFile(path.join(root, 'assets', 'index-B3kd92Xa.js'), chunk);
  await writeFile(path.join(root, 'assets', 'built-B3kd92Xa.js'), chunk);
  await writeFile(path.join(root, 'assets', 'built-B3kd92Xa.js.br'), builtBrotli);
  await writeFile(path.join(root, 'assets', 'built-B3kd92Xa.js.map'), '{}');
  await writeFile(path.join(root, 'assets', 'late-B3kd92Xa.js'), chunk);
  await writeFile(path.join(root, 'engine.wasm'), Buffer.alloc(8));
  await writeFile(path.join(root, '.secret'), 'secret');
  await writeFile(path.join(folder, 'outside.txt'), 'secret');
  await symlink(path.join(folder, 'outside.txt'), path.join(root, 'link.txt'));
  server = await start({}, root);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function start(env: Record<string, string>, root: string, args: string[] = []): Promise<RunningServer> {
  const settings = readSettings(args, { PORT: '0', HOST: '127.0.0.1', ...env });
  if (!settings.ok) throw new Error(inEnglish(settings.error.says));
  const started = await startServer({
    settings: settings.value,
    root,
    stateFolder: folder,
    clock: realClock,
  });
  if (!started.ok) throw new Error(inEnglish(started.error.says));
  return started.value;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function get(rawPath: string, headers: Record<string, string> = {}, method = 'GET', port = server.port) {
  return new Promise<Answer>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: rawPath, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (part: Buffer) => chunks.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('the page', () => {
  it.each(['/', '/r/HK3ACD4QX', '/r/HK3ACD4QX/project', '/check', '/check/', '/r/HK3ACD4QX.', '/lesson/wall?x=1'])('is served at %s', async (route) => {
    const { status, headers, body } = await get(route);
    expect([status, body.toString()]).toEqual([200, page]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['cache-control']).toBe('no-cache');
  }); // prettier-ignore

  it('allows its own inline script and no other', async () => {
    const policy = (await get('/')).headers['content-security-policy'] as string;
    const hash = createHash('sha256').update(script).digest('base64');
    expect(policy).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`);
    expect(policy).not.toContain("script-src 'unsafe-inline'");
    const connect = policy.split('; ').find((part) => part.startsWith('connect-src'))!;
    expect(connect).toBe(
      `connect-src 'self' data: blob: ws://127.0.0.1:${server.port} https://raw.githubusercontent.com https://huggingface.co https://*.hf.co`,
    );
    expect(policy).toContain(`ws://127.0.0.1:${server.port}`);
    const { headers } = await get('/', { Host: 'evil.com; script-src *' });
    expect(headers['content-security-policy']).not.toContain('evil');
  });

  it.each(['/readyzz', '/admin', '/learn/wall', '/r', '/lesson'])('is 404 at %s', async (route) => {
    expect((await get(route)).status).toBe(404);
  });

  it('says that it knows no such place, by its own words', async () => {
    const { status, body } = await get('/admin');
    expect([status, body.toString()]).toEqual([404, page]);
  });

  it('may use camera, microphone and wake lock, and nothing else', async () => {
    const policy = (await get('/')).headers['permissions-policy'];
    for (const name of ['camera', 'microphone', 'screen-wake-lock'])
      expect(policy).toContain(`${name}=(self)`);
    for (const name of ['geolocation', 'payment', 'usb']) expect(policy).toContain(`${name}=()`);
  });

  it('is framed by named hosts only', async () => {
    const framed = (answer: Answer) =>
      /frame-ancestors ([^;]*)/.exec(answer.headers['content-security-policy'] as string)![1];
    expect(framed(await get('/'))).toBe("'none'");
    const other = await start(
      { FRAME_ANCESTORS: 'https://moodle.example, https://*.school.example' },
      folder,
    );
    const answer = await get('/healthz', {}, 'GET', other.port);
    expect(framed(answer)).toBe("'self' https://moodle.example https://*.school.example");
    await other.close();
  });

  it('tells browsers to come back by HTTPS, where it came by HTTPS', async () => {
    const hsts = async (port: number, headers: Record<string, string>) =>
      (await get('/healthz', headers, 'GET', port)).headers['strict-transport-security'];
    const behind = await start({ TRUST_PROXY: '1' }, folder);
    expect(await hsts(behind.port, { 'X-Forwarded-Proto': 'https' })).toBe('max-age=15552000');
    expect(await hsts(behind.port, { 'X-Forwarded-Proto': 'http' })).toBeUndefined();
    expect(await hsts(server.port, { 'X-Forwarded-Proto': 'https' })).toBeUndefined();
    await behind.close();
  });

  it('R12g is ready once it is built', async () => {
    expect((await get('/readyz')).status).toBe(200);
    const unbuilt = await start({}, path.join(folder, 'nothing'));
    const { status, body } = await get('/readyz', {}, 'GET', unbuilt.port);
    expect([status, body.toString()]).toEqual([503, 'the page is not built']);
    await unbuilt.close();
  });

  it('R12h shows metrics to who has the token', async () => {
    expect((await get('/metrics')).status).toBe(404);
    expect((await get('/metrics', { Authorization: 'Bearer undefined' })).status).toBe(404);
    const token = 'north-by-north-west';
    const other = await start({ METRICS_TOKEN: token }, folder);
    expect((await get('/metrics', {}, 'GET', other.port)).status).toBe(404);
    expect((await get('/metrics', { Authorization: 'Bearer north' }, 'GET', other.port)).status).toBe(404);
    const greedy = await RawConnection.open(other.port);
    await greedy.write(head('GET / HTTP/1.1').repeat(40));
    await greedy.closed;
    const { status, body } = await get('/metrics', { Authorization: `Bearer ${token}` }, 'GET', other.port);
    expect(status).toBe(200);
    expect(body.toString()).toMatch(/^lockstep_rooms 0$/m);
    expect(body.toString()).toMatch(/^lockstep_connections 1$/m);
    expect(body.toString()).toMatch(/^lockstep_cuts_total\{kind="requests"\} 1$/m);
    await other.close();
  });

  it('R24 takes headers of 8 KiB', async () => {
    expect((await get('/', { 'X-Long': 'x'.repeat(7_000) })).status).toBe(200);
    expect((await get('/', { 'X-Long': 'x'.repeat(8_200) })).status).toBe(431);
  });

  it('has no source maps and no second copies', async () => {
    for (const name of ['/assets/built-B3kd92Xa.js.map', '/assets/built-B3kd92Xa.js.br'])
      expect((await get(name)).status).toBe(404);
  });

  it('stays as it was when the server started', async () => {
    await rm(path.join(folder, 'dist', 'assets', 'late-B3kd92Xa.js'));
    expect((await get('/assets/late-B3kd92Xa.js')).body.toString()).toBe(chunk);
  });

  it('sends no referrer and is not sniffed', async () => {
    for (const route of ['/', '/assets/index-B3kd92Xa.js', '/missing.js', '/config.json']) {
      const { headers } = await get(route);
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });
});

describe('cross-origin isolation', () => {
  const policies = ({ headers }: Answer) => [
    headers['cross-origin-opener-policy'],
    headers['cross-origin-embedder-policy'],
    headers['cross-origin-resource-policy'],
  ];
  const isolated = ['same-origin', 'require-corp', 'same-origin'];

  it.each([
    ['a page', '/r/HK3ACD4QX', 200],
    ['a script', '/assets/index-B3kd92Xa.js', 200],
    ['a file that is missing', '/assets/missing-B3kd92Xa.js', 404],
    ['a bad path', '/..\\outside.txt', 400],
    ['the configuration', '/config.json', 200],
    ['a poll of Socket.IO', '/socket.io/?EIO=4&transport=polling', 200],
    ['a bad request to Socket.IO', '/socket.io/?EIO=1', 400],
  ])('is asked for by %s', async (_what, route, status) => {
    const answer = await get(route);
    expect([answer.status, ...policies(answer)]).toEqual([status, ...isolated]);
  });

  it('is asked for by refusals and by answers without a body', async () => {
    expect(policies(await get('/', {}, 'POST'))).toEqual(isolated);
    const { etag } = (await get('/')).headers;
    const unchanged = await get('/', { 'If-None-Match': etag! });
    expect([unchanged.status, ...policies(unchanged)]).toEqual([304, ...isolated]);
  });

  it('is asked for over plain http without the opener policy, which browsers ignore there with a warning', async () => {
    const answer = await get('/', { Host: '192.168.7.7:1234' });
    expect(policies(answer)).toEqual([undefined, 'require-corp', 'same-origin']);
  });
});

describe('files', () => {
  it('are compressed on demand and cached for good when hashed', async () => {
    const url = '/assets/index-B3kd92Xa.js';
    const [br, gz, none] = await Promise.all([
      get(url, { 'Accept-Encoding': 'gzip, deflate, br' }),
      get(url, { 'Accept-Encoding': 'gzip;q=1.0, br;q=0' }),
      get(url),
    ]);
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.body).toString()).toBe(chunk);
    expect(gz.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gz.body).toString()).toBe(chunk);
    expect(none.headers['content-encoding']).toBeUndefined();
    expect(none.body.toString()).toBe(chunk);
    for (const { headers } of [br, gz, none]) {
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(headers.vary).toBe('Accept-Encoding');
    }
    const again = await get(url, { 'If-None-Match': br.headers.etag! });
    expect([again.status, again.body.byteLength]).toEqual([304, 0]);
  });

  it('go out as the build compressed them, to browsers that take that', async () => {
    const url = '/assets/built-B3kd92Xa.js';
    const br = await get(url, { 'Accept-Encoding': 'gzip, br' });
    expect([br.headers['content-encoding'], br.body]).toEqual(['br', builtBrotli]);
    expect(br.headers['content-type']).toBe('text/javascript; charset=utf-8');
    const gz = await get(url, { 'Accept-Encoding': 'gzip' });
    expect(gunzipSync(gz.body).toString()).toBe(chunk);
  });

  it('have their type, and HEAD returns no body', async () => {
    const { status, headers, body } = await get('/engine.wasm', {}, 'HEAD');
    expect([status, body.byteLength, headers['content-length']]).toEqual([200, 0, '8']);
    expect(headers['content-type']).toBe('application/wasm');
    expect((await get('/', {}, 'POST')).status).toBe(405);
    expect((await get('/assets/missing-B3kd92Xa.js')).status).toBe(404);
    expect((await get('/assets/')).status).toBe(404);
  });

  it.each([
    '/../outside.txt',
    '/assets/../../outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/..%5coutside.txt',
    '/..\\outside.txt',
    '/%252e%252e/outside.txt',
    '/....//outside.txt',
    '//etc/hostname.txt',
    '/link.txt',
    '/.secret',
    '/assets/%00.js',
    '/%E0%A4%A.txt',
    'http://other/../outside.txt',
  ])('outside the folder are refused: %s', async (rawPath) => {
    const { status, body } = await get(rawPath);
    expect([400, 404]).toContain(status);
    expect(body.toString()).not.toContain('secret');
  });
});

describe('config.json', () => {
  const config = async (port: number, headers: Record<string, string> = {}) =>
    JSON.parse((await get('/config.json', headers, 'GET', port)).body.toString());

  it('shows PUBLIC_URL where it is set, and passes ICE servers on', async () => {
    const iceServers = [{ urls: 'stun:stun.example:3478' }];
    const env = { PUBLIC_URL: 'https://train.example/', ICE_SERVERS: JSON.stringify(iceServers) };
    const other = await start(env, folder);
    expect(await config(other.port)).toMatchObject({ publicUrl: 'https://train.example', iceServers });
    await other.close();
  });

  it('shows no localhost when another address exists', async () => {
    const other = await start({ HOST: '0.0.0.0' }, folder);
    const { publicUrl } = await config(other.port, { Host: `localhost:${other.port}` });
    expect(other.addresses.at(-1)).toBe(`http://localhost:${other.port}`);
    expect(publicUrl).toBe(other.addresses[0]);
    if (other.addresses.length > 1) expect(publicUrl).not.toContain('localhost');
    const seen = await config(other.port, { Host: '192.168.7.7:1234' });
    expect(seen.publicUrl).toBe('http://192.168.7.7:1234');
    await other.close();
  });

  it('counts rooms and members at /healthz', async () => {
    const health = JSON.parse((await get('/healthz')).body.toString());
    expect(health).toEqual({ ok: true, protocolVersion, rooms: 0, members: 0, observers: 0 });
  });
});

it.each([
  [['--nonsense'], {}, 'bad-flag'],
  [['--cert', 'a'], {}, 'bad-flag'],
  [[], { PORT: '99999' }, 'bad-environment'],
  [[], { PORT: '80a' }, 'bad-environment'],
  [[], { PUBLIC_URL: 'not a url' }, 'bad-environment'],
  [[], { ICE_SERVERS: '{' }, 'bad-environment'],
  [[], { ICE_SERVERS: '[{"url":1}]' }, 'bad-environment'],
] as const)('settings %j %j are refused', (args, env, code) => {
  expect(readSettings(args, env)).toMatchObject({ ok: false, error: { code } });
});

it('R24 an Accept-Encoding is read in linear time, whatever it holds', () => {
  for (const filler of [' ', '\t', ';', ',', 'q=0.', ' ;'])
    expect(acceptedEncodings(`br${filler.repeat(500_000)}x,gzip`)).toContain('gzip');
  expect(acceptedEncodings(' br ; q=0 , gzip ;q=0.5, deflate;q=0.000')).toEqual(['gzip']);
});
