// A proxy or a virus scanner that takes a WebSocket and lets nothing through. The test's proxy holds such connections
// open without an answer, or answers the handshake and nothing after it; other requests pass.
import { connect, createServer, type Server, type Socket, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { realClock } from '../../base/clock';
import { TestServer } from '../../server/testing/test-server';
import { connectMs, createRoom } from './signalling-create';
import { untilConnected, RoomSocket, webSocketMs } from './signalling-socket';

let server: TestServer;
let proxy: Server | undefined;
const sockets = new Set<Socket>();

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => proxy!.close(resolve));
});

/** Resolves with the address under which the server is behind it. */
async function startProxy(takesHandshake: boolean): Promise<string> {
  const port = Number(new URL(server.url).port);
  proxy = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (head) => {
      if (/^upgrade: websocket/im.test(head.toString('latin1')) && !takesHandshake) return;
      const to = connect(port, '127.0.0.1');
      sockets.add(to);
      to.on('error', () => undefined);
      to.write(head);
      socket.pipe(to);
      if (!/^upgrade: websocket/im.test(head.toString('latin1'))) return void to.pipe(socket);
      to.once('data', (answer: Buffer) => socket.write(answer.subarray(0, answer.indexOf('\r\n\r\n') + 4)));
    });
  });
  await new Promise<void>((resolve) => proxy!.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

test.each([
  ['no answer', false],
  ['nothing after the handshake', true],
])('a WebSocket that hangs gives way to polling: %s', async (_, takesHandshake) => {
  const url = await startProxy(takesHandshake);
  const socket = await RoomSocket.open(url, 'HK3ACD4QX', realClock);
  const connected = await untilConnected(socket, realClock, 4 * webSocketMs);
  socket.close();
  expect(connected).toEqual({ ok: true, value: null });
});

test('a room is created through such a proxy within the deadline of the page', async () => {
  const made = await createRoom(await startProxy(false), { isOpen: true });
  expect(made).toMatchObject({ ok: true });
  expect(webSocketMs).toBeLessThan(connectMs / 2);
});
