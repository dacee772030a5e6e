// End-to-end tests: the built product, served by its own room server, in a real Chromium with WebGPU.
import { createServer, type AddressInfo } from 'node:net';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.mjs';

// The workers load this file too: the first to load it picks the port, the others inherit it.
process.env.LOCKSTEP_E2E_PORT ??= String(await freePort());
const port = process.env.LOCKSTEP_E2E_PORT;

export default defineConfig({
  testDir: 'e2e',
  testIgnore: '**/e2e/faults/**',
  outputDir: 'test-results',
  // A ring of tabs shares the machine's cores already; a test that passes on the second try has failed.
  workers: 1,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env.CI !== undefined,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    actionTimeout: 20_000,
    // No traces: recording a live dashboard costs the ring more than its own drawing. Failed tests attach what
    // every tab saw (e2e/fixtures.ts).
    screenshot: 'only-on-failure',
    launchOptions: {
      // The full browser: Playwright's headless shell has no WebGPU.
      executablePath: findBrowser('chromium'),
      args: [
        '--headless=new',
        '--no-sandbox',
        '--enable-unsafe-webgpu',
        '--use-webgpu-adapter=swiftshader',
        '--disable-background-networking',
      ],
    },
  },
  webServer: {
    command: 'node --import tsx src/server/main.ts',
    url: `http://127.0.0.1:${port}/`,
    env: { PORT: port, HOST: '127.0.0.1' },
    reuseExistingServer: false,
    timeout: 60_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
