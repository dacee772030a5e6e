// Three processes, Redis and nginx or Caddy with the examples of deploy/ are one server (R31), also below a path. The process
// that has the class's room is killed; then all are restarted, one after the other. No step fails, and a newcomer gets in at
// once.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { OwnerRing } from '../../src/server/processes/owner-ring';
import { freePort } from '../../src/server/testing/free-port';
import { processesSite } from '../../src/server/testing/processes-site';
import { RedisProcess } from '../../src/server/testing/redis-process';
import { ServerProcess } from '../../src/server/testing/server-process';
import { expect, quietPage, test } from '../fixtures';
import {
  calm,
  expectEqualHistories,
  pressJoin,
  snapshotOf,
  untilMoreSteps,
  untilWorldSize,
} from '../lockstep-page';
import { formRing, trainTo } from '../ring';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';
import { startProxy } from './real-proxy';

interface Balancer {
  readonly title: string;
  /** The path that the page is below; empty: none. */
  readonly below: string;
  /** `folder` is the balancer's own. The returned function ends it. */
  readonly start: (port: number, ports: readonly number[], folder: string) => () => Promise<void>;
}

const startNginx =
  (below: string): Balancer['start'] =>
  (port, ports, folder) =>
    startProxy('nginx', folder, processesSite(port, ports, below));

const balancers: readonly Balancer[] = [
  { title: 'nginx', below: '', start: startNginx('') },
  { title: 'nginx, below a path', below: '/lockstep', start: startNginx('/lockstep') },
  {
    title: 'Caddy',
    below: '',
    start: (port, ports, folder) => startProxy('caddy', folder, caddySite(port, ports)),
  },
];

/** The times from the end of a process until its members are at another one, and until a newcomer is. */
const backMs = 5_000;

for (const { title, below, start } of balancers)
  test(`three processes behind ${title}: the owner of the room is killed, then all are restarted`, async ({
    tabs,
  }, info) => {
    tabs.expectErrors(); // the browser reports every connection that ended
    const row = new FaultRow(info);
    const redis = await RedisProcess.start();
    const ports = [await freePort(), await freePort(), await freePort()];
    const port = await freePort();
    const url = `http://127.0.0.1:${port}${below}`;
    const startOne = (at: number): Promise<ServerProcess> =>
      ServerProcess.start({
        env: { PORT: String(at), REDIS_URL: redis.url, PUBLIC_URL: `${url}/`, TRUST_PROXY: '1' },
      });
    const servers = await Promise.all(ports.map(startOne));
    const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-processes-'));
    const endBalancer = start(port, ports, folder);
    const membersAt = async ({ url: own, isRunning }: ServerProcess): Promise<number> => {
      if (!isRunning) return 0;
      const health = await fetch(`${own}/healthz`, { signal: AbortSignal.timeout(5_000) });
      return ((await health.json()) as { members: number }).members;
    };
    const members = async (): Promise<readonly number[]> => {
      const counts = await Promise.all(servers.map((server) => membersAt(server).catch(() => 0)));
      return counts.toSorted((a, b) => b - a);
    };
    /** Waits until all members are at one process. Returns the time since `sinceMs`. */
    const untilTogether = async (count: number, sinceMs: number): Promise<number> => {
      await expect.poll(members, { timeout: 60_000, intervals: [50] }).toEqual([count, 0, 0]);
      return Date.now() - sinceMs;
    };
    try {
      await expect
        .poll(() =>
          fetch(`${url}/readyz`)
            .then(({ ok }) => ok)
            .catch(() => false),
        )
        .toBe(true);
      const pages: Page[] = [];
      for (let i = 0; i < 3; i++) pages.push(await tabs.openStranger(url + quietPage));
      const [host, second, third] = pages;
      const room = await formRing(host, moons, { Second: second, Third: third });
      await calm(host);
      await trainTo(pages, 3);
      await untilTogether(3, Date.now());
      const late = await tabs.openStranger(room.url);
      await expect(late.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
      const before = (await snapshotOf(host))!;
      const retriesSince = async (): Promise<number> =>
        (await snapshotOf(host))!.counters.retries - before.counters.retries;

      const owner = ports.indexOf(
        Number(new OwnerRing(ports.map((at) => `127.0.0.1:${at}`)).ownerOf(room.code)!.split(':')[1]),
      );
      row.fact(
        'members at the owner',
        '3',
        await membersAt(servers[owner]),
        (await membersAt(servers[owner])) === 3,
      );
      await servers[owner].stop();
      const killedMs = Date.now();
      // The newcomer asks before the members are back.
      const pressed = pressJoin(late);
      const back = expect.poll(async () => (await members())[0], { timeout: 60_000, intervals: [50] });
      await back.toBeGreaterThanOrEqual(3);
      row.time('three members at another process', Date.now() - killedMs, backMs);
      await pressed;
      const joined = await untilTogether(4, killedMs);
      row.time('a newcomer there, who pressed Join at once', joined, backMs);
      pages.push(late);
      await untilWorldSize(pages, 4);
      await untilMoreSteps(pages, 3);
      const failed = await retriesSince();
      row.fact('steps that failed', '0', failed, failed === 0);

      servers[owner] = await startOne(ports[owner]);
      for (const [i, at] of ports.entries()) {
        const exit = new Promise((resolve) => servers[i].child.once('exit', resolve));
        servers[i].child.kill('SIGTERM');
        const stoppedMs = Date.now();
        const code = await exit;
        row.fact(`restart ${i + 1}: exit code`, '0', String(code), code === 0);
        row.time(
          `restart ${i + 1}: all members at one process`,
          await untilTogether(4, stoppedMs),
          2 * backMs,
        );
        servers[i] = await startOne(at);
        await untilMoreSteps(pages, 3);
      }
      await untilTogether(4, Date.now());
      const atLast = await retriesSince();
      row.fact('steps that failed in all', '0', atLast, atLast === 0);
      await expectEqualHistories(pages, 3);
      row.note('steps in all', (await snapshotOf(host))!.step - before.step);
    } finally {
      await endBalancer();
      for (const server of servers) await server.stop();
      await redis.stop();
      rmSync(folder, { recursive: true });
    }
  });

/** The example for Caddy, without TLS, on ports of this test. */
function caddySite(port: number, ports: readonly number[]): string {
  const example = path.resolve(import.meta.dirname, '../../deploy/Caddyfile.processes');
  const site = readFileSync(example, 'utf8')
    .replace('{$DOMAIN:localhost}', `http://127.0.0.1:${port}`)
    .replace(/\{\$UPSTREAMS:[^}]*\}/, ports.map((at) => `127.0.0.1:${at}`).join(' '));
  return `{\n\tadmin off\n\tauto_https off\n}\n${site}`;
}
