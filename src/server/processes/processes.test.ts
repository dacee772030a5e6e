// R31: several processes with a real Redis are one server. Which of them a connection reaches does not matter.
import { get } from 'node:http';
import type { Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { realClock } from '../../base/clock';
import { codeAlphabet } from '../../base/room-code';
import { messageEvent, protocolVersion, type Presence, type Reply } from '../../net/room/room-messages';
import { createRoom } from '../../net/signalling/signalling-create';
import { freePort } from '../testing/free-port';
import { isRedisHere, RedisProcess } from '../testing/redis-process';
import { ServerProcess } from '../testing/server-process';
import { ask, codeOf, description, idOf, joinMessage, TestServer } from '../testing/test-server';
import { openDirectory } from './directory';
import { hopHeader } from './forward';
import { OwnerRing } from './owner-ring';

let redis: RedisProcess;
let running: TestServer[] = [];

beforeAll(async () => {
  if (isRedisHere) redis = await RedisProcess.start();
});
afterAll(() => redis?.stop());
afterEach(async () => {
  await Promise.all(running.map((server) => server.close()));
  running = [];
});

/** Resolves when each of them knows all that run. */
async function start(count: number, port = 0): Promise<TestServer[]> {
  for (let i = 0; i < count; i++)
    running.push(
      await TestServer.start({ PORT: String(port), REDIS_URL: redis.url, METRICS_TOKEN: 'north'.repeat(4) }),
    );
  await untilKnown(running.length);
  return running.slice(-count);
}

const untilKnown = async (count: number): Promise<unknown> =>
  expect
    .poll(() => Promise.all(running.map((server) => figure(server, 'lockstep_processes'))))
    .toEqual(running.map(() => count));

async function figure(server: TestServer, name: string): Promise<number> {
  const headers = { Authorization: `Bearer ${'north'.repeat(4)}` };
  const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

const code = 'HK3ACD4QX';
const restoring = { hasKey: true, description };
const isOwner = (server: TestServer): boolean =>
  new OwnerRing(running.map(({ url }) => new URL(url).host)).ownerOf(code) === new URL(server.url).host;
const owner = (): TestServer => running.find(isOwner)!;
const others = (): TestServer[] => running.filter((server) => !isOwner(server));

/** A free port where a second process would own the room. */
async function portOfOwnerBeside(first: TestServer): Promise<number> {
  for (;;) {
    const port = await freePort();
    const address = `127.0.0.1:${port}`;
    if (new OwnerRing([new URL(first.url).host, address]).ownerOf(code) === address) return port;
  }
}

/** Joins again at every connection, as pages do. The newest presence, and the number of connections. */
class Member {
  presence: Presence | undefined;
  connections = 0;
  readonly join = joinMessage(code, restoring);

  private constructor(readonly socket: Socket) {
    const enter = async (): Promise<void> => {
      this.connections++;
      const reply = (await ask(socket, this.join)) as Extract<Reply, { ok: true }>;
      this.presence = reply.value as Presence;
    };
    socket.on('connect', () => void enter());
    socket.on(messageEvent, (message: Presence) => {
      if (message.kind === 'presence') this.presence = message;
    });
    void enter();
  }

  static async at(server: TestServer, transport = 'websocket'): Promise<Member> {
    const options = { reconnection: true, reconnectionDelay: 50, reconnectionDelayMax: 200 };
    return new Member(await server.open({ transports: [transport], query: { room: code }, ...options }));
  }

  get sees(): readonly string[] {
    return (this.presence?.members ?? []).map(({ memberId }) => memberId).sort();
  }
}

const untilTogether = (members: readonly Member[]): Promise<unknown> => {
  const ids = members.map(({ join }) => idOf(join)).sort();
  return expect.poll(() => members.map(({ sees }) => sees)).toEqual(members.map(() => ids));
};

const lookUp = { kind: 'look-up', protocolVersion, code };

describe.skipIf(!isRedisHere)('with Redis', () => {
  it.each(['websocket', 'polling'])(
    'R31 members are in one room wherever they land, by %s',
    async (transport) => {
      await start(3);
      const members: Member[] = [];
      for (const server of running) members.push(await Member.at(server, transport));
      await untilTogether(members);
      const rooms = await Promise.all(running.map((server) => figure(server, 'lockstep_rooms')));
      expect(rooms.sort()).toEqual([0, 0, 1]);
      const got = new Promise((resolve) =>
        members[2].socket.on(messageEvent, (message) => message.kind === 'signal' && resolve(message)),
      );
      const signal = { sequence: 1, data: '{}', mac: 'm'.repeat(43) };
      const to = idOf(members[2].join);
      expect(await codeOf(ask(members[0].socket, { kind: 'signal', to, ...signal }))).toBe('ok');
      expect(await got).toEqual({ kind: 'signal', from: idOf(members[0].join), ...signal });
    },
  );

  it('R31 rooms made at any process are found from all', async () => {
    await start(3);
    for (const server of running) {
      const made = await createRoom(server.url, { isOpen: true });
      if (!made.ok) throw new Error(made.error.code);
      for (const { url } of running) {
        const socket = await running
          .find((one) => one.url === url)!
          .open({ query: { room: made.value.code } });
        expect(await codeOf(ask(socket, { ...lookUp, code: made.value.code }))).toBe('ok');
      }
    }
  });

  it('R31c the owner ends: members come back to another, and a newcomer who is first waits for them', async () => {
    await start(3);
    const [a, b] = others();
    const members = [await Member.at(a), await Member.at(b)];
    await untilTogether(members);
    members[0].socket.disconnect();
    members[1].socket.disconnect();
    const ended = owner();
    running = running.filter((server) => server !== ended);
    await ended.close();
    const newcomer = await (a === owner() ? b : a).open({ query: { room: code } });
    const answered = codeOf(ask(newcomer, joinMessage(code)));
    const other = await owner().open({ query: { room: code } });
    const first = codeOf(ask(other, lookUp));
    const second = codeOf(ask(other, lookUp));
    expect(await first).toBe('rate-limited');
    members.forEach(({ socket }) => socket.connect());
    expect(await Promise.all([answered, second])).toEqual(['ok', 'ok']);
  });

  it('R31a, R31c a process that ended without a word is left out by who finds it gone', async () => {
    await start(2);
    const directory = await openDirectory(redis.url, realClock, () => undefined);
    if (!directory.ok) throw new Error(directory.error.code);
    const gone = { address: `127.0.0.1:${await freePort()}`, token: 'x'.repeat(22) };
    await directory.value.beat(gone);
    const ring = new OwnerRing([...running.map(({ url }) => new URL(url).host), gone.address]);
    const itsRooms = [...codeAlphabet].map((last) => `HK3ACD4Q${last}`);
    const room = itsRooms.find((one) => ring.ownerOf(one) === gone.address)!;
    await untilKnown(3);
    const sockets = await Promise.all(running.map((server) => server.open({ query: { room } })));
    expect(await codeOf(ask(sockets[0], joinMessage(room, restoring)))).toBe('ok');
    expect(await codeOf(ask(sockets[1], { ...lookUp, code: room }))).toBe('ok');
    await directory.value.leave(gone); // the next test's processes do not wait for its end
    directory.value.close();
  });

  it('R31c a process begins: the rooms that are its own move there whole, with those who only look', async () => {
    const [first] = await start(1);
    const members = [await Member.at(first), await Member.at(first)];
    const passerBy = await first.open({ query: { room: code } });
    await untilTogether(members);
    await start(1, await portOfOwnerBeside(first));
    expect(owner()).not.toBe(first);
    await expect.poll(() => figure(owner(), 'lockstep_members')).toBe(2);
    await untilTogether(members);
    expect(members.map(({ connections }) => connections > 1)).toEqual([true, true]);
    await expect.poll(() => passerBy.connected).toBe(false);
  });

  it('R31b a request passed on by a stranger, or by a process of another view, is refused', async () => {
    await start(2);
    const at = (server: TestServer, headers: Record<string, string>): Promise<Response> =>
      fetch(`${server.url}/socket.io/?EIO=4&transport=polling&room=${code}`, { headers });
    expect((await at(owner(), { [hopHeader]: 'x'.repeat(22) })).status).toBe(503);
    expect((await at(others()[0], { [hopHeader]: 'x'.repeat(22) })).status).toBe(503);
    expect((await at(owner(), {})).status).toBe(200);
  });

  it('R31 a page is told the address at which it asked, not that of one process', async () => {
    const [server] = await start(1);
    const { hostname, port } = new URL(server.url);
    const text = await new Promise<string>((resolve, reject) => {
      const headers = { Host: 'localhost:4321' };
      get({ hostname, port, path: '/config.json', headers }, (response) => {
        let body = '';
        response.on('data', (part) => (body += part));
        response.on('end', () => resolve(body));
      }).once('error', reject);
    });
    expect(JSON.parse(text)).toMatchObject({ publicUrl: 'http://localhost:4321' });
  });

  it('R31 a message about another room than the connection’s is refused', async () => {
    const [server] = await start(1);
    const socket = await server.open({ query: { room: code } });
    expect(await codeOf(ask(socket, { ...lookUp, code: 'HK3ACD4QY' }))).toBe('malformed');
    expect(await codeOf(ask(socket, joinMessage(code, restoring)))).toBe('ok');
  });

  it('R31d Redis goes away and comes back: rooms stay, and it is said once each', async () => {
    const own = await RedisProcess.start();
    const server = await TestServer.start({ REDIS_URL: own.url });
    running = [server];
    const member = await Member.at(server);
    await untilTogether([member]);
    await own.stop();
    await expect.poll(() => server.warnings.length).toBe(1);
    expect(server.warnings[0]).toMatch(/^Redis at 127\.0\.0\.1:\d+ is away \(.*\): rooms stay/);
    const late = await Member.at(server);
    await untilTogether([member, late]);
    const again = await RedisProcess.start(own.port);
    await expect.poll(() => server.warnings.length).toBe(2);
    expect(server.warnings[1]).toMatch(/^Redis at \S+ is back$/);
    await server.close();
    running = [];
    await again.stop();
  });

  it('R31d two processes with one address are told so', async () => {
    const env = { REDIS_URL: redis.url, PROCESS_ADDRESS: '127.0.0.1:1' };
    running = [await TestServer.start(env), await TestServer.start(env)];
    await expect.poll(() => running.map(({ warnings }) => warnings.length)).toEqual([1, 1]);
    expect(running[0].warnings[0]).toMatch(/^another process says that it is at 127\.0\.0\.1:1, too/);
  });

  it('R31d processes whose ROOM_SECRET differs say so once, and those with the same do not', async () => {
    const shared = { REDIS_URL: redis.url, METRICS_TOKEN: 'north'.repeat(4) };
    const [north, south] = ['north', 'south'].map((word) => ({ ...shared, ROOM_SECRET: word.repeat(4) }));
    running = [await TestServer.start(north), await TestServer.start(north)];
    await untilKnown(2);
    expect(running.map(({ warnings }) => warnings)).toEqual([[], []]);
    for (const other of [south, shared]) running.push(await TestServer.start(other));
    await expect.poll(() => running.map(({ warnings }) => warnings.length)).toEqual([1, 1, 1, 1]);
    for (const { warnings } of running)
      expect(warnings[0]).toMatch(
        /^the process at 127\.0\.0\.1:\d+ has another ROOM_SECRET.*Give all of them the same$/,
      );
  });
});

it('R31d without Redis there is one line that says so', async () => {
  const port = await freePort();
  await expect(TestServer.start({ REDIS_URL: `redis://:secret@127.0.0.1:${port}` })).rejects.toThrow(
    new RegExp(`^Redis at 127\\.0\\.0\\.1:${port} does not answer \\(.*\\): start it, or set REDIS_URL$`),
  );
});

it.skipIf(!isRedisHere)(
  'R31d one line says that Redis wants another password, without the given one',
  async () => {
    const own = await RedisProcess.start(undefined, '--requirepass', 'north');
    const right = own.url.replace('//', '//:north@');
    try {
      for (const [url, refusal] of [
        [own.url, 'NOAUTH'],
        [right.replace('north', 'south'), 'WRONGPASS'],
      ])
        await expect(TestServer.start({ REDIS_URL: url })).rejects.toThrow(
          new RegExp(
            `^Redis at \\S+ wants another password \\(${refusal}\\): write it into REDIS_URL, as redis://:PASSWORD@`,
          ),
        );
      await (await TestServer.start({ REDIS_URL: right })).close();
    } finally {
      await own.stop();
    }
  },
);

it.skipIf(!isRedisHere)('R31d one process alone loads nothing of Redis', async () => {
  /** Ends with 3 where a module of the client was loaded. */
  const look = `import m from 'node:module';
    process.on('exit', () => {
      if (Object.keys(m._cache).some((file) => file.includes('@redis'))) process.exitCode = 3;
    });`;
  const exitCodes = [];
  for (const REDIS_URL of ['', redis.url]) {
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(look)}`;
    const server = await ServerProcess.start({ env: { NODE_OPTIONS, REDIS_URL } });
    const code = new Promise((resolve) => server.child.once('exit', resolve));
    server.child.kill('SIGTERM');
    exitCodes.push(await code);
  }
  expect(exitCodes).toEqual([0, 3]);
});
