// R31: the ring of owners is the one of nginx, asked of a real nginx.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { prng } from '../../base/prng';
import { drawCode } from '../../base/room-code';
import { freePort } from '../testing/free-port';
import { isNginxHere, NginxProcess } from '../testing/nginx-process';
import { OwnerRing } from './owner-ring';

const random = prng('owners', 1);
const codes = Array.from({ length: 300 }, () =>
  drawCode((length) => Uint8Array.from({ length }, () => random.below(256))),
);
const addresses = Array.from({ length: 5 }, (_, i) => `10.0.0.${i + 1}:8080`);

it('R31 a process that leaves moves its own rooms only, and each has about its share', () => {
  const all = new OwnerRing(addresses);
  const fewer = new OwnerRing(addresses.slice(1));
  for (const code of codes)
    if (all.ownerOf(code) !== addresses[0]) expect(fewer.ownerOf(code)).toBe(all.ownerOf(code));
  for (const address of addresses) {
    const share = codes.filter((code) => all.ownerOf(code) === address).length / codes.length;
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.3);
  }
});

it('R31 nobody owns a room where there is no process', () => {
  expect(new OwnerRing([]).ownerOf('HK3ACD4QX')).toBeUndefined();
});

it.skipIf(!isNginxHere)(
  'R31 nginx with `hash $arg_room consistent` sends each room to its owner, also when one has ended',
  async () => {
    const servers: Server[] = [];
    for (let i = 0; i < 3; i++)
      servers.push(
        await new Promise((resolve) => {
          const one = createServer((_, response) => response.end(addressOf(one)));
          one.listen(0, '127.0.0.1', () => resolve(one));
        }),
      );
    const port = await freePort();
    const upstream = servers.map((server) => `server ${addressOf(server)} max_fails=0;`).join(' ');
    const nginx = NginxProcess.start(
      `upstream rooms { hash $arg_room consistent; ${upstream} }
       server { listen 127.0.0.1:${port}; location / { proxy_pass http://rooms; } }`,
    );
    try {
      const sentTo = async (code: string): Promise<string> =>
        (await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&room=${code}`)).text();
      await expect.poll(() => sentTo(codes[0]).catch(() => '')).not.toBe('');
      const three = new OwnerRing(servers.map(addressOf));
      expect(await Promise.all(codes.map(sentTo))).toEqual(codes.map((code) => three.ownerOf(code)));
      const [first, ...others] = servers;
      first.closeAllConnections();
      await new Promise((resolve) => first.close(resolve));
      const two = new OwnerRing(others.map(addressOf));
      expect(await Promise.all(codes.map(sentTo))).toEqual(codes.map((code) => two.ownerOf(code)));
    } finally {
      await nginx.stop();
      servers.forEach((server) => server.close());
    }
  },
);

const addressOf = (server: Server): string =>
  server.listening ? `127.0.0.1:${(server.address() as AddressInfo).port}` : '';
