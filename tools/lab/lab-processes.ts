// The room servers of the end-to-end tests, each of them several processes with a real Redis behind a real nginx (R31), for
// `npm run test:processes`. A worker's server is a port of nginx, and a database of Redis: the workers share the processes,
// and do not know of each other's.
import { spawn } from 'node:child_process';
import { NginxProcess } from '../../src/server/testing/nginx-process';
import { processesSite } from '../../src/server/testing/processes-site';
import { RedisProcess } from '../../src/server/testing/redis-process';

const ports = (process.env.PORTS ?? '').split(',').map(Number);
const count = Number(process.env.LOCKSTEP_E2E_PROCESSES);
/** The first process has the ports so far above nginx's (e2e/server-port.ts keeps them free), the others follow. */
const firstAbove = 3;

const redis = await RedisProcess.start();
const children = Array.from({ length: count }, (_, which) =>
  spawn(process.execPath, ['--import', 'tsx', 'tools/lab/lab-server.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORTS: portsOf(which).join(),
      REDIS_URL: redis.url,
      TRUST_PROXY: '1',
    },
  }),
);
const failed = children.map((child) => new Promise<void>((resolve) => child.once('exit', () => resolve())));
await Promise.all(children.map((child) => new Promise((resolve) => child.stdout.once('data', resolve))));
const proxies = ports.map((port, worker) =>
  NginxProcess.start(
    processesSite(
      port,
      children.map((_, which) => portsOf(which)[worker]),
    ),
  ),
);

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const stopped = new Promise<void>((resolve) =>
  signals.forEach((name) => process.once(name, () => resolve())),
);
// A process that ends by itself ends the run: its tests would pass at the others.
await Promise.race([stopped, ...failed]);
children.forEach((child) => child.kill('SIGTERM'));
// nginx ends at once. A process takes its time, for which Playwright may not wait.
await Promise.all(proxies.map((proxy) => proxy.stop()));
await Promise.all(failed);
await redis.stop();

function portsOf(which: number): readonly number[] {
  return ports.map((port) => port + firstAbove + which);
}
