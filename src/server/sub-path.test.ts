// R12: the server below a path of its name, over real sockets: through a proxy that keeps the path, and one that takes it off.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inEnglish } from '../cli/english/in-english';
import { realClock } from '../base/clock';
import { RoomSocket } from '../net/signalling/signalling-socket';
import { readSettings } from './settings';
import { startServer, type RunningServer } from './start-server';

const page = '<!doctype html><link rel="icon" href="./lockstep.svg" /><script src="./assets/i.js"></script>';
let folder: string;
let server: RunningServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lockstep-below-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), page);
  await writeFile(path.join(folder, 'assets/i.js'), 'export {};');
  await writeFile(path.join(folder, 'lockstep.svg'), '<svg/>');
  const env = { PORT: '0', HOST: '127.0.0.1', PUBLIC_URL: 'https://school.example/lockstep/' };
  const settings = readSettings([], env);
  if (!settings.ok) throw new Error(inEnglish(settings.error.says));
  const started = await startServer({
    settings: settings.value,
    root: folder,
    stateFolder: folder,
    clock: realClock,
  });
  if (!started.ok) throw new Error(inEnglish(started.error.says));
  server = started.value;
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

interface Answer {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string;
}

function get(rawPath: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: server.port, path: rawPath }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (part: string) => (body += part));
      const { statusCode: status, headers } = response;
      response.on('end', () => resolve({ status: status!, location: headers.location, body }));
    });
    asked.on('error', reject).end();
  });
}

it.each([
  '/',
  '/lessons',
  '/lesson/wall',
  '/lesson/wall/',
  '/lesson/wall/teacher',
  '/r/K7QM4PTX9/watch?x=/a/b',
  '/x',
  '/lesson%2Fwall',
])('the page at %s finds its files, with the path kept and taken off', async (route) => {
  for (const asked of [route, `/lockstep${route}`]) {
    const { status, body } = await get(asked);
    expect([asked, status]).toEqual([asked, route === '/x' ? 404 : 200]);
    // The whole address, as a browser resolves it.
    const shown = `https://school.example/lockstep${route}`;
    const found = [...body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to]) => new URL(to, shown).pathname);
    expect(found).toEqual(['/lockstep/lockstep.svg', '/lockstep/assets/i.js']);
    for (const file of found) {
      expect((await get(file)).status).toBe(200);
      expect((await get(file.slice('/lockstep'.length))).status).toBe(200);
    }
  }
});

it('gets its slash, without which its addresses would lead beside it', async () => {
  expect(await get('/lockstep')).toMatchObject({ status: 308, location: '/lockstep/' });
});

it.each(['/lockstepper', '/lockstepper/lessons', '/lockstep/assets/missing.js', '/a/b/c/d/e/f'])(
  'is not at %s',
  async (route) => {
    expect((await get(route)).status).toBe(404);
  },
);

it('says its address, with the path', async () => {
  for (const asked of ['/config.json', '/lockstep/config.json'])
    expect(JSON.parse((await get(asked)).body)).toMatchObject({
      publicUrl: 'https://school.example/lockstep',
    });
  expect(server.publicUrl).toBe('https://school.example/lockstep');
});

it('is there for rooms, by WebSocket and by polling', async () => {
  const at = `http://127.0.0.1:${server.port}`;
  for (const url of [at, `${at}/lockstep`]) {
    const room = await RoomSocket.open(url, 'K7QM4PTX9', realClock);
    await new Promise<void>((resolve) => room.events.on('connected', () => resolve()));
    expect(room.isConnected).toBe(true);
    room.close();
  }
  const polling = io(at, { path: '/lockstep/socket.io/', transports: ['polling'], reconnection: false });
  await new Promise<void>((resolve, reject) => polling.on('connect', resolve).on('connect_error', reject));
  polling.close();
});

it('takes rooms from a page of its name, whatever the path', async () => {
  const socket = (origin: string) =>
    new Promise<string>((resolve) => {
      const made = io(`http://127.0.0.1:${server.port}`, {
        path: '/lockstep/socket.io/',
        transports: ['websocket'],
        extraHeaders: { origin },
        reconnection: false,
        forceNew: true,
      });
      const end = (how: string): void => {
        made.close();
        resolve(how);
      };
      made.on('connect', () => end('connected')).on('connect_error', () => end('refused'));
    });
  expect(await socket('https://school.example')).toBe('connected');
  expect(await socket('https://other.example')).toBe('refused');
});
