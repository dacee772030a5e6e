// Vite's server of `npm run dev` isolates the page as the room server does (src/server/http.test.ts). A Worker's script
// without the headers does not load in an isolated page.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer, type ViteDevServer } from 'vite';
import { labPages } from '../tools/lab/lab-pages.mjs';

const root = path.resolve(import.meta.dirname, '..');
let vite: ViteDevServer;
let cacheDir: string;
let url: string;

beforeAll(async () => {
  cacheDir = await mkdtemp(path.join(tmpdir(), 'dev-server-'));
  vite = await createServer({
    ...{ root, configFile: path.join(root, 'vite.config.ts'), cacheDir, logLevel: 'silent' },
    plugins: [labPages()],
    optimizeDeps: { noDiscovery: true },
    server: { hmr: false, watch: null },
  });
  await vite.listen(0);
  [url] = vite.resolvedUrls!.local;
}, 60_000);
afterAll(async () => {
  await vite?.close();
  await rm(cacheDir, { recursive: true, force: true });
});

test.each([
  ['the page', '', 'text/html'],
  ['the replica’s Worker', 'src/replica/worker/worker-entry.ts?worker_file&type=module', 'text/javascript'],
  ['a compute thread', 'src/model/simd/compute-worker-entry.ts?worker_file&type=module', 'text/javascript'],
  ['a module of a Worker', 'src/simd/kernel-module.ts', 'text/javascript'],
])('%s is cross-origin isolated', async (_, script, type) => {
  const response = await fetch(new URL(script, url), { headers: { Accept: '*/*' } });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain(type);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
  });
  await response.text();
});

test.each([
  ['', '/app/main.tsx'],
  ['alone', '/app/main.tsx'],
  ['lab/panels', '/tools/lab/main.tsx'],
  ['lab/screen/training-3?tab=log', '/tools/lab/main.tsx'],
])('/%s shows the document of the product, or of the labs', async (address, script) => {
  const response = await fetch(new URL(address, url), { headers: { Accept: 'text/html' } });
  const text = await response.text();
  expect([response.status, text.includes('data-lab')]).toEqual([200, address.startsWith('lab/')]);
  expect(text).toContain(script);
});
