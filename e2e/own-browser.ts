// Firefox as a person has it: without a remote debugger. With one, Firefox 153 locks up a Worker that starts Workers, mostly
// within a dozen of them (src/replica/worker/worker-watch.ts). So the page reports by itself: a proxy before the room server
// adds a script to it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { findBrowser } from '../scripts/find-browser.mjs';

const scriptPath = '/reporter.js';
const reportPath = '/report';
const reportEveryMs = 250;
const killLimitMs = 5_000;

export interface OwnFirefox<Report> {
  /** The page's newest report; undefined: none came yet. */
  report(): Report | undefined;
  close(): Promise<void>;
}

/** Opens `route` of the server at `baseURL`. `report`: runs in the page, again and again; what it returns comes as JSON. */
export async function openOwnFirefox<Report>(
  baseURL: string,
  route: string,
  report: () => Report,
): Promise<OwnFirefox<Report>> {
  const executablePath = findBrowser('firefox');
  if (!executablePath) throw new Error('Firefox is not installed; install it, or set FIREFOX=/path/to/it');
  let last: Report | undefined;
  const script = `setInterval(() => fetch('${reportPath}', { method: 'POST', body: JSON.stringify((${report})() ?? null) }), ${reportEveryMs});`;
  const proxy = createServer((asked, answer) => {
    if (asked.url === scriptPath) answer.setHeader('content-type', 'text/javascript').end(script);
    else if (asked.url === reportPath)
      void text(asked).then((body) => {
        last = (JSON.parse(body) as Report | null) ?? undefined;
        answer.end();
      });
    else pass(baseURL, asked, answer);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const profile = mkdtempSync(path.join(tmpdir(), 'lockstep-firefox-'));
  // The browser’s pages do not move: Home would train a ring for its picture.
  writeFileSync(path.join(profile, 'user.js'), 'user_pref("ui.prefersReducedMotion", 1);');
  const url = `http://127.0.0.1:${port}${route}`;
  const firefox = spawn(executablePath, ['--headless', '--no-remote', '--profile', profile, url], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => firefox.once('exit', () => resolve()));
  return {
    report: () => last,
    async close() {
      firefox.kill('SIGTERM');
      const limit = setTimeout(() => firefox.kill('SIGKILL'), killLimitMs);
      await ended;
      clearTimeout(limit);
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}

function pass(baseURL: string, asked: IncomingMessage, answer: ServerResponse): void {
  const headers = { ...asked.headers, 'accept-encoding': 'identity' };
  const passed = request(new URL(asked.url!, baseURL), { method: asked.method, headers }, (from) => {
    const isPage = from.headers['content-type']?.startsWith('text/html');
    if (!isPage) return void from.pipe(answer.writeHead(from.statusCode!, from.headers));
    void text(from).then((page) => {
      const { 'content-length': _, ...kept } = from.headers;
      answer.writeHead(from.statusCode!, kept);
      answer.end(page.replace('</head>', `<script src="${scriptPath}"></script></head>`));
    });
  });
  passed.on('error', () => answer.destroy());
  asked.pipe(passed);
}
