// The page behind real proxies with HTTPS: nginx with nothing but `proxy_pass`, nginx and Caddy with the examples of
// deploy/. /check makes a room through the proxy, and shows its address; no address on it is http.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { chromiumArgs } from '../../scripts/chromium-args.mjs';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { ServerProcess } from '../../src/server/testing/server-process';
import { freePort } from '../../src/server/testing/free-port';
import { FaultRow } from './fault-row';
import { startProxy, type ProxyProgram } from './real-proxy';

const deploy = path.resolve(import.meta.dirname, '../../deploy');
const name = 'train.example';

interface Case {
  readonly title: string;
  readonly program: ProxyProgram;
  /** The proxy's settings, for its own port and the server's. */
  readonly site: (port: number, upstream: number, folder: string) => string;
  readonly env: (origin: string) => Readonly<Record<string, string>>;
  /** The path that the page is below; none by default. */
  readonly below?: string;
  readonly hasWebSockets: boolean;
  /** The server's complaints about this proxy. */
  readonly says: RegExp;
}

const tls = (folder: string): string =>
  `ssl_certificate ${folder}/cert.pem; ssl_certificate_key ${folder}/key.pem;`;
const nginxExample = (port: number, upstream: number, folder: string): string =>
  readFileSync(path.join(deploy, 'nginx.conf'), 'utf8')
    .replace(/server \{\s+listen 80;[^}]*\}/, '')
    .replace('    listen [::]:443 ssl;\n', '')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate [^;]*;\s*ssl_certificate_key [^;]*;/, tls(folder))
    .replace('127.0.0.1:8080', `127.0.0.1:${upstream}`);
const trusting = (origin: string) => ({ PUBLIC_URL: origin, TRUST_PROXY: '1' });

const cases: readonly Case[] = [
  {
    title: 'nginx with nothing but proxy_pass',
    program: 'nginx',
    site: (port, upstream, folder) =>
      `server { listen 127.0.0.1:${port} ssl; ${tls(folder)} location / { proxy_pass http://127.0.0.1:${upstream}; } }`,
    env: () => ({}),
    hasWebSockets: false,
    // The attempt at a WebSocket, of which Chromium does not say that it is the page's own.
    says: /set PUBLIC_URL=https:\/\/train\.example/,
  },
  {
    title: 'nginx with deploy/nginx.conf',
    program: 'nginx',
    site: nginxExample,
    env: trusting,
    hasWebSockets: true,
    says: /^$/,
  },
  {
    title: 'nginx with deploy/nginx.conf, and a server without settings',
    program: 'nginx',
    site: nginxExample,
    env: () => ({}),
    hasWebSockets: true,
    says: /set TRUST_PROXY=127\.0\.0\.1/,
  },
  {
    title: 'Caddy with deploy/Caddyfile',
    program: 'caddy',
    site: (port, upstream, folder) =>
      `{\n admin off\n auto_https off\n}\n${readFileSync(path.join(deploy, 'Caddyfile'), 'utf8')
        .replace('{$DOMAIN:localhost}', `https://${name}:${port}`)
        .replace('{$UPSTREAM:127.0.0.1:8080}', `127.0.0.1:${upstream}`)
        .replace(/\}\s*$/, `\ttls ${folder}/cert.pem ${folder}/key.pem\n}\n`)}`,
    env: trusting,
    hasWebSockets: true,
    says: /^$/,
  },
  {
    title: 'nginx with deploy/nginx.conf, below a path',
    program: 'nginx',
    site: (port, upstream, folder) =>
      nginxExample(port, upstream, folder).replace('location /', 'location /lockstep/'),
    env: (origin) => trusting(`${origin}/lockstep/`),
    hasWebSockets: true,
    below: '/lockstep',
    says: /^$/,
  },
];

for (const { title, program, site, env, hasWebSockets, below = '', says } of cases)
  // eslint-disable-next-line no-empty-pattern
  test(`behind ${title}`, async ({}, info) => {
    const row = new FaultRow(info);
    const folder = mkdtempSync(path.join(tmpdir(), 'lockstep-proxy-'));
    const port = await freePort();
    const origin = `https://${name}:${port}`;
    const server = await ServerProcess.start({ env: env(origin) });
    makeCertificate(folder);
    const endProxy = startProxy(program, folder, site(port, server.port, folder));
    const browser = await chromium.launch({
      executablePath: findBrowser('chromium'),
      args: [...chromiumArgs, `--host-resolver-rules=MAP ${name} 127.0.0.1`],
    });
    try {
      const page = await browser.newPage({ ignoreHTTPSErrors: true });
      let opened = 0;
      page.on('websocket', (socket) => socket.on('framereceived', () => opened++));
      await expect(async () => void (await page.goto(`${origin}${below}/check`))).toPass({ timeout: 30_000 });
      const demanded = `${origin}${below}/check#`;
      const link = page.getByText(/\/check#/);
      await expect(link).toBeVisible();
      const shown = await link.innerText();
      row.fact('the address that it shows', demanded, shown.slice(0, 45), shown.startsWith(demanded));
      const text = await page.locator('body').innerText();
      const plain = /http:\/\/\S*/.exec(text)?.[0] ?? 'none';
      row.fact('http addresses on the page', 'none', plain, plain === 'none');
      row.fact(
        'WebSockets',
        hasWebSockets ? 'pass' : 'do not pass',
        opened > 0 ? 'pass' : 'do not pass',
        opened > 0 === hasWebSockets,
      );
      const said = server.complaints().trim();
      row.fact('the server says', String(says), said.slice(0, 100), says.test(said));
    } finally {
      await browser.close();
      await endProxy();
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  });

function makeCertificate(folder: string): void {
  const asked = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=DNS:${name} -keyout ${folder}/key.pem -out ${folder}/cert.pem`;
  execFileSync('openssl', asked.split(' '), { stdio: 'ignore' });
}
