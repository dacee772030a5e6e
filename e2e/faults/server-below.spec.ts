// Lockstep below a path of a name, behind real proxies that take the path off or keep it: pages from links and from typed
// addresses, two tabs and a replica in Node that train, and nothing asked for beside the path.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../src/server/testing/free-port';
import { ServerProcess } from '../../src/server/testing/server-process';
import { expect, test } from '../fixtures';
import {
  createRoom,
  order,
  pressJoin,
  stepsOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from '../lockstep-page';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';
import { startProxy, type ProxyProgram } from './real-proxy';

const below = '/lockstep';

interface Case {
  readonly title: string;
  readonly program: ProxyProgram;
  readonly site: (port: number, upstream: string) => string;
  readonly env: (url: string) => Readonly<Record<string, string>>;
}

const headers =
  'proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection $connection_upgrade;' +
  'proxy_set_header Host $http_host; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;' +
  'proxy_set_header X-Forwarded-Proto $scheme;';
const upgrade = "map $http_upgrade $connection_upgrade { default upgrade; '' close; }";
const nginx = (port: number, to: string): string =>
  `${upgrade} server { listen 127.0.0.1:${port}; location ${below}/ { proxy_pass ${to}; ${headers} } }`;
const caddy = (port: number, inside: string): string =>
  `{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:${port} {\n redir ${below} ${below}/\n ${inside}\n}\n`;
const named = (url: string) => ({ PUBLIC_URL: `${url}/`, TRUST_PROXY: '1' });

const cases: readonly Case[] = [
  {
    title: 'nginx, which takes the path off',
    program: 'nginx',
    site: (port, upstream) => nginx(port, `${upstream}/`),
    env: named,
  },
  { title: 'nginx, which keeps the path', program: 'nginx', site: nginx, env: named },
  {
    title: 'Caddy, which takes the path off',
    program: 'caddy',
    site: (port, upstream) => caddy(port, `handle_path ${below}/* {\n reverse_proxy ${upstream}\n }`),
    env: named,
  },
  {
    title: 'Caddy, which keeps the path',
    program: 'caddy',
    site: (port, upstream) => caddy(port, `reverse_proxy ${below}/* ${upstream}`),
    env: named,
  },
  {
    title: 'nginx, which takes the path off, and a server without settings',
    program: 'nginx',
    site: (port, upstream) => nginx(port, `${upstream}/`),
    env: () => ({}),
  },
];

for (const { title, program, site, env } of cases)
  test(`below a path behind ${title}`, async ({ tabs }, info) => {
    const row = new FaultRow(info);
    const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-below-'));
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const url = origin + below;
    const server = await ServerProcess.start({ env: env(url) });
    const endProxy = startProxy(program, folder, site(port, server.url));
    let node: ChildProcess | undefined;
    try {
      await expect.poll(() => isAnswering(`${url}/readyz`)).toBe(true);
      const page = await tabs.open('about:blank');
      const beside: string[] = [];
      const sockets: string[] = [];
      page.on('websocket', (socket) => sockets.push(socket.url()));
      page.on('request', (request) => {
        // The address without its slash is typed first.
        const isWithin = `${request.url()}/`.startsWith(`${url}/`);
        if (/^https?:/.test(request.url()) && !isWithin) beside.push(request.url());
      });

      await page.goto(url);
      expect(page.url()).toBe(`${url}/`);
      await expect(page.locator('body')).toContainText(/Step [1-9]/); // the demo, so its Worker and its wasm
      await page.getByRole('link', { name: 'Lessons', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'How a sum travels' }).first()).toBeVisible();
      row.fact('a link', `${below}/lessons`, pathOf(page.url()), pathOf(page.url()) === `${below}/lessons`);
      const styles = await page.locator('link[rel=stylesheet]:not([disabled])').evaluateAll(hrefs);
      row.fact('style sheets, each once', String(styles.length), new Set(styles).size, isEachOnce(styles));
      for (const [at, shows] of [
        ['/lesson/communication-wall', /The communication wall/],
        ['/lesson/communication-wall/teacher', /For the teacher|teacher/i],
        ['/calculator', /Each step takes/],
        ['/playground', /Train it and play/],
      ] as const) {
        await page.goto(url + at);
        await expect(page.locator('h1').first()).toBeVisible();
        const text = await page.locator('body').innerText();
        row.fact(at, String(shows), text.replace(/\s+/g, ' ').slice(0, 40), shows.test(text));
      }
      await page.goto(`${url}/network`);
      await expect(page.getByText(`${below}/socket.io/`)).toBeVisible();
      await page.goto(`${url}/privacy`);
      const room = await createRoom(page, moons);
      row.fact('the link of a room', `${url}/r/…`, room.url, room.url.startsWith(`${url}/r/`));
      await expect.poll(() => page.url()).toBe(room.url);
      await untilPhase(page, 'lobby');

      const guest = await tabs.openStranger(room.url);
      await pressJoin(guest);
      await untilWorldSize([page], 2);
      const args = [
        '--import',
        'tsx',
        '--import',
        './scripts/shader-loader.mjs',
        'src/cli/replica/replica.ts',
      ];
      node = spawn(process.execPath, [...args, '--room', room.url, '--engine', 'cpu'], {
        cwd: path.resolve(import.meta.dirname, '../..'),
        stdio: 'ignore',
      });
      await untilWorldSize([page], 3);
      await order(page, { kind: 'start' });
      await untilMoreSteps([page, guest], 5);
      const last = (await stepsOf(page)).at(-1)!;
      row.fact('members that train', '3', last.worldSize, last.worldSize === 3);

      row.fact('asked for beside the path', 'nothing', beside[0] ?? 'nothing', beside.length === 0);
      const isBelow =
        sockets.length > 0 && sockets.every((at) => new URL(at).pathname === `${below}/socket.io/`);
      row.fact('WebSockets', `${below}/socket.io/`, sockets[0], isBelow);

      // A third person has the link only.
      const other = await tabs.openStranger(`${url}/`);
      await other.getByLabel('Join with a code or link').fill(room.url);
      await other.getByRole('button', { name: 'Join', exact: true }).click();
      await expect.poll(() => other.url()).toContain(`${url}/r/${room.code}`);
      expect(tabs.expectErrors()).toEqual([]); // the browser reports the 404
      await other.goto(`${url}/nothing/here`);
      await expect(other.getByText('Nothing is at this address')).toBeVisible();
    } finally {
      node?.kill('SIGKILL');
      await endProxy();
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  });

const pathOf = (url: string): string => new URL(url).pathname;
const hrefs = (links: Element[]): string[] =>
  links.map((link) => (link as HTMLLinkElement).sheet?.href ?? 'none');
const isEachOnce = (names: readonly string[]): boolean => new Set(names).size === names.length;

async function isAnswering(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
