// The page elsewhere than on its own server: on a host of plain files, and in a frame of another site. Both work as far as
// they can; what cannot work says so.
import { readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { ServerProcess } from '../../src/server/testing/server-process';
import { FaultRow } from './fault-row';

const dist = path.resolve(import.meta.dirname, '../../dist');
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

async function serve(listener: RequestListener): Promise<{ readonly port: number; close(): void }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}

/** As GitHub Pages does. */
const plainFiles: RequestListener = (request, response) => {
  const [asked] = request.url!.split('?');
  const file = path.join(dist, asked === '/' ? 'index.html' : asked);
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  const sent = isFile ? file : path.join(dist, '404.html');
  response.writeHead(isFile ? 200 : 404, {
    'Content-Type': types[path.extname(sent)] ?? 'application/octet-stream',
  });
  response.end(readFileSync(sent));
};

test('the build on a host of plain files', async ({ page }, info) => {
  const row = new FaultRow(info);
  const host = await serve(plainFiles);
  const url = `http://127.0.0.1:${host.port}`;
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  const shows = async (at: string, what: RegExp): Promise<void> => {
    await page.goto(url + at);
    await expect(page.locator('body')).toContainText(what);
    row.fact(at, 'works', 'works', true);
  };
  await shows('/', /Step [1-9]/);
  await shows('/alone', /After step [1-9]\d* the training loss/);
  await shows('/lessons', /How a sum travels/);
  await shows('/calculator', /Each step takes/);
  await shows('/playground', /Train it and play/);
  await shows('/r/K7QM4P', /The room server does not answer/);
  row.fact('errors of scripts', 'none', faults[0] ?? 'none', faults.length === 0);
  host.close();
});

test('the page in a frame of another site', async ({ page }, info) => {
  const row = new FaultRow(info);
  let framed = '';
  const site = await serve((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(`<title>School</title><iframe src="${framed}" width="900" height="700"></iframe>`);
  });
  // Another host name is another site.
  const school = `http://localhost:${site.port}`;
  for (const [ancestors, demanded] of [
    ['', 'refused'],
    [school, 'shown'],
  ] as const) {
    const server = await ServerProcess.start({ env: { FRAME_ANCESTORS: ancestors } });
    framed = `${server.url}/lessons`;
    await page.goto(school);
    const inside = page.frameLocator('iframe').getByText('How a sum travels').first();
    if (demanded === 'shown') await expect(inside).toBeVisible();
    else
      await expect
        .poll(() => page.frames().map((frame) => frame.url()))
        .toContain('chrome-error://chromewebdata/');
    row.fact(`FRAME_ANCESTORS=${ancestors && 'its origin'}`, demanded, demanded, true);
    await server.stop();
  }
  site.close();
});
