// R31: nginx with deploy/nginx-processes.conf. A client whose connections the processes cut must not keep others out: nginx
// would take every process for dead, and answer 502 for two seconds.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { freePort } from '../testing/free-port';
import { isNginxHere, NginxProcess } from '../testing/nginx-process';
import { processesSite } from '../testing/processes-site';

it.skipIf(!isNginxHere)('R31 nginx goes on asking processes that cut connections', async () => {
  const servers: Server[] = [];
  for (let i = 0; i < 3; i++)
    servers.push(
      await new Promise((resolve) => {
        const one = createServer((request, response) => {
          if (request.url!.includes('room=CUT')) request.socket.destroy();
          else response.end('here');
        });
        one.listen(0, '127.0.0.1', () => resolve(one));
      }),
    );
  const port = await freePort();
  const nginx = NginxProcess.start(
    processesSite(
      port,
      servers.map((server) => (server.address() as AddressInfo).port),
    ),
  );
  const ask = (room: string): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&room=${room}`);
  try {
    await expect
      .poll(() =>
        ask('A').then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    expect((await ask('CUT')).status).toBe(502); // nginx tried all three
    expect((await ask('A')).status).toBe(200);
  } finally {
    await nginx.stop();
    for (const server of servers) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }
});
