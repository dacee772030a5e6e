// R31b: a process to which a request was passed on does not have the room. The one before asks the directory, and tries once
// more. Both are real HTTP servers; the directory is a list of what it says, one beat after another.
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ManualClock } from '../../base/clock';
import { prng } from '../../base/prng';
import { drawCode } from '../../base/room-code';
import type { LivingProcess } from './directory';
import { OwnerRing } from './owner-ring';
import { Processes } from './processes';

let servers: Server[] = [];
let asked: string[] = [];
let processes: Processes;

afterEach(async () => {
  await processes.leave();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers = [];
  asked = [];
});

/** Answers every request and every upgrade with this status. Resolves with its address. */
async function listen(name: string, status: number): Promise<LivingProcess> {
  const server = await open((_, response) => {
    asked.push(name);
    response.writeHead(status).end(name);
  });
  server.on('upgrade', (_, socket) => {
    asked.push(name);
    const line = status === 200 ? '101 Switching Protocols' : '503 Service Unavailable';
    socket.end(`HTTP/1.1 ${line}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`);
  });
  return { address: `127.0.0.1:${portOf(server)}`, token: name };
}

async function open(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** The first process, whose directory says first that `before` lives beside it, then that `after` does. Resolves with the
 *  address of a room that is then theirs. */
async function first(before: LivingProcess, after: LivingProcess): Promise<string> {
  const server = await open((asking, response) =>
    processes.request(asking, response, () => response.end('first')),
  );
  server.on('upgrade', (asking, socket) => processes.upgrade(asking, socket, () => socket.end()));
  const address = `127.0.0.1:${portOf(server)}`;
  const random = prng('elsewhere', 1);
  const isTheirs = (code: string): boolean =>
    [before, after].every((one) => new OwnerRing([address, one.address]).ownerOf(code) === one.address);
  let room: string;
  do room = drawCode((length) => Uint8Array.from({ length }, () => random.below(256)));
  while (!isTheirs(room));
  const says = [before];
  processes = new Processes({
    directory: {
      beat: async () => [{ ...(says.shift() ?? after), heardMs: 0 }],
      leave: async () => undefined,
      close() {},
    },
    address,
    clock: new ManualClock(), // it beats only where a request asks
    warn: () => undefined,
    roomOf: () => room,
    clientOf: () => ({ address: '127.0.0.1', host: undefined, isSecure: false }),
  });
  await processes.join();
  return `http://${address}/socket.io/`;
}

const statusOfUpgrade = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const asking = request(url, { headers: { Connection: 'Upgrade', Upgrade: 'websocket' } });
    const end = ({ statusCode, socket }: IncomingMessage): void => {
      socket.destroy();
      resolve(statusCode!);
    };
    asking.once('upgrade', end).once('response', end).once('error', reject).end();
  });

it('R31b the room has moved: the request goes on to its new owner', async () => {
  const url = await first(await listen('former', 503), await listen('owner', 200));
  expect(await (await fetch(url)).text()).toBe('owner');
  expect(asked).toEqual(['former', 'owner']);
});

it('R31b the room has moved: the WebSocket goes on to its new owner', async () => {
  const url = await first(await listen('former', 503), await listen('owner', 200));
  expect(await statusOfUpgrade(url)).toBe(101);
  expect(asked).toEqual(['former', 'owner']);
});

it('R31b two processes that do not agree for longer: a second try, and no third', async () => {
  const former = await listen('former', 503);
  const url = await first(former, former);
  expect((await fetch(url)).status).toBe(503);
  expect(await statusOfUpgrade(url)).toBe(503);
  expect(asked).toEqual(['former', 'former', 'former', 'former']);
});

it('R31b a request whose body is gone is not sent a second time', async () => {
  const url = await first(await listen('former', 503), await listen('owner', 200));
  expect((await fetch(url, { method: 'POST', body: '2' })).status).toBe(503);
  expect(asked).toEqual(['former']);
});
