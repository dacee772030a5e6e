// R17 over TCP: slow clients and clients with too many connections lose them; the others are served.
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitHttp } from './http-limits';
import { networkOf } from './origin';

let server: Server;
const sockets: Socket[] = [];
/** The address of new connections. */
let from = 'school';

beforeEach(async () => {
  server = createServer({ connectionsCheckingInterval: 20 }, (_request, response) => response.end('served'));
  limitHttp(server, { headersMs: 150, requestMs: 300, idleMs: 400, connectionsPerAddress: 3 }, () => from);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  sockets.splice(0).forEach((socket) => socket.destroy());
  await new Promise((resolve) => server.close(resolve));
});

function open(): { socket: Socket; received: () => string; closed: Promise<void> } {
  const { port } = server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port });
  sockets.push(socket);
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
  socket.on('error', () => undefined); // the server hangs up
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return { socket, received: () => text, closed };
}

it('R17 a request that comes byte by byte loses its connection', async () => {
  const slow = open();
  slow.socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
  const timer = setInterval(() => slow.socket.writable && slow.socket.write('a: b\r\n'), 30);
  await slow.closed;
  clearInterval(timer);
  expect(slow.received()).toContain('408');
});

it('R17 a silent connection is closed', async () => {
  await open().closed;
});

it('R17 the connections of an address are bounded; another address has its own bound', async () => {
  const held = Array.from({ length: 3 }, () => open());
  const fourth = open();
  await fourth.closed;
  from = 'home';
  const other = open();
  other.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await other.closed;
  expect(other.received()).toContain('served');
  from = 'school';
  held[0].socket.destroy();
  await held[0].closed;
  await expect.poll(async () => {
    const next = open();
    next.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await next.closed;
    return next.received();
  }).toContain('served'); // prettier-ignore
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:a:b:c:d', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('R4 %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
