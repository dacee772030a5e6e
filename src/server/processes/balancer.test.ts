// R31: nginx with deploy/nginx-processes.conf. A client whose connections the processes cut must not keep others out: nginx
// would take every process for dead, and answer 502 for two seconds. A page that comes while the processes are updated one
// after the other gets its files from those that have them.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { freePort } from '../testing/free-port';
import { isNginxHere, NginxProcess } from '../testing/nginx-process';
import { processesSite } from '../testing/processes-site';

let servers: Server[] = [];
let nginx: NginxProcess | undefined;
let origin: string;

afterEach(async () => {
  await nginx?.stop();
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  servers = [];
});

/** Starts nginx before a process for each of these, and waits until it answers. */
async function start(...processes: readonly RequestListener[]): Promise<void> {
  for (const answer of processes)
    servers.push(
      await new Promise((resolve) => {
        const one = createServer(answer);
        one.listen(0, '127.0.0.1', () => resolve(one));
      }),
    );
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  nginx = NginxProcess.start(
    processesSite(
      port,
      servers.map((server) => (server.address() as AddressInfo).port),
    ),
  );
  await expect
    .poll(() =>
      fetch(origin).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
}

it.skipIf(!isNginxHere)('R31 nginx goes on asking processes that cut connections', async () => {
  const process: RequestListener = (request, response) => {
    if (request.url!.includes('room=CUT')) request.socket.destroy();
    else response.end('here');
  };
  await start(process, process, process);
  const ask = async (room: string) => (await fetch(`${origin}/socket.io/?EIO=4&room=${room}`)).status;
  expect(await ask('A')).toBe(200);
  expect(await ask('CUT')).toBe(502); // nginx tried all three
  expect(await ask('A')).toBe(200);
});

it.skipIf(!isNginxHere)('R31 nginx finds the files of a build at the processes that have them', async () => {
  const having =
    (...files: readonly string[]): RequestListener =>
    ({ url = '' }, response) => {
      response.statusCode = url === '/' || files.includes(url) ? 200 : 404;
      response.end(url);
    };
  await start(having('/assets/old.js'), having('/assets/old.js'), having('/assets/new.js'));
  const ask = async (at: string) => (await fetch(origin + at)).status;
  for (const [file, status] of [
    ['/assets/old.js', 200],
    ['/assets/new.js', 200],
    ['/nothing', 404],
  ] as const) {
    // The processes are asked by turns.
    const answers = [await ask(file), await ask(file), await ask(file)];
    expect(answers, file).toEqual([status, status, status]);
  }
});
