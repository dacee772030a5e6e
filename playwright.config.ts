// End-to-end tests: the built product, with the labs beside it under /lab, served by its own room server, in a real
// Chromium with WebGPU. Tests that compare measured times are a project of their own: `npm test` runs them one after the
// other. Every folder of e2e is a project, too, with a command of its own (`npm run test:faults` …).
import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { portStep, serverPort } from './e2e/server-port';
import { chromiumArgs } from './scripts/chromium-args.mjs';
import { findBrowser } from './scripts/find-browser.mjs';
import { buildLabIfOutdated } from './tools/lab/build-lab.mjs';

/** Tests that run beside others have a room server each, because the server limits what an address may do. Two cores are busy
 *  with three: some tests mostly wait. */
const sideBySide = 3;

// The workers load this file too: the first to load it picks the port, which the others inherit. A linter that reads this
// file as a module (knip) builds nothing: only `playwright test` does.
if (process.env.LOCKSTEP_E2E_PORT === undefined) {
  if (process.argv[2] === 'test') buildLabIfOutdated();
  process.env.LOCKSTEP_E2E_PORT = String(await freePort());
}

const ports = Array.from({ length: sideBySide }, (_, index) => serverPort(index));

/** Each worker's server is several processes behind nginx (scripts/processes.mjs). */
const isProcesses = Boolean(process.env.LOCKSTEP_E2E_PROCESSES);

/** Tests that compare measured times, or in which two tabs meet in time, and one that starts a browser of its own. */
const alone = [
  '**/prediction.spec.ts',
  '**/lone-speed.spec.ts',
  '**/firefox-threads.spec.ts',
  '**/same-browser.spec.ts',
];

/** Moving pictures take processor time from what is tested. Tests about motion ask for it. */
const still = { contextOptions: { reducedMotion: 'reduce' } } as const;

/** Room for young objects, which one thread collects: a tab lives for seconds, two cores have nothing to share, and collecting
 *  took a twelfth of all time of the tests. */
const collection = '--js-flags=--single-threaded-gc --min-semi-space-size=16 --max-semi-space-size=32';

const minuteMs = 60_000;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  projects: [
    // Each test opens pages of its own, so that any worker may run any of them.
    { name: 'side-by-side', fullyParallel: true, testIgnore: [...alone, '**/e2e/*/**'], use: still },
    { name: 'alone', testMatch: alone, use: still },
    // Claims that cheaper tests support, or that need Firefox for long.
    { name: 'long', testDir: 'e2e/long', fullyParallel: true, use: still },
    // Those that compare measured times, after the long ones.
    { name: 'measured', testDir: 'e2e/measured', workers: 1, use: still },
    // A picture of every screen and state, and what axe and a ruler find wrong with it.
    { name: 'screens', testDir: 'e2e/screens', fullyParallel: true, timeout: 10 * minuteMs, use: still },
    // These have the whole machine. The longest row of the fault table hides a tab for ten minutes.
    { name: 'faults', testDir: 'e2e/faults', workers: 1, timeout: 15 * minuteMs },
    { name: 'lessons', testDir: 'e2e/lessons', workers: 1, timeout: 15 * minuteMs, use: still },
    { name: 'class', testDir: 'e2e/class', workers: 1, timeout: 15 * minuteMs, use: still },
    // Data of the person's own, which no clone has.
    { name: 'data', testDir: 'e2e/data', workers: 1, timeout: 10 * minuteMs, use: still },
  ],
  workers: sideBySide,
  // A test that passes on the second try has failed.
  retries: 0,
  // Limits are for a test that hangs: a machine four times slower than ours passes.
  timeout: 5 * minuteMs,
  expect: { timeout: 60_000 },
  forbidOnly: process.env.CI !== undefined,
  use: {
    // e2e/fixtures.ts gives each worker the server of its own.
    baseURL: `http://127.0.0.1:${ports[0]}`,
    actionTimeout: 60_000,
    // No traces: recording a live dashboard costs the ring more than its own drawing. Failed tests attach what
    // every tab saw (e2e/fixtures.ts).
    screenshot: 'only-on-failure',
    launchOptions: {
      // The full browser: Playwright's headless shell has no WebGPU.
      executablePath: findBrowser('chromium'),
      // A moving picture for those pages that a test gives the camera to.
      args: [...chromiumArgs, collection, '--use-fake-device-for-media-stream'],
    },
  },
  webServer: {
    command: `node --import tsx tools/lab/${isProcesses ? 'lab-processes' : 'lab-server'}.ts`,
    // All of them listen before one answers.
    url: `http://127.0.0.1:${ports[0]}/`,
    env: { PORTS: ports.join(','), HOST: '127.0.0.1' },
    reuseExistingServer: false,
    timeout: 180_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
  },
});

/** The first of a row of free ports for all servers of the tests. They lie below the ports that systems give to outgoing
 *  connections, so that no connection of a browser takes one in the meantime. */
async function freePort(): Promise<number> {
  const [lowest, highest, tries] = [20_000, 32_000, 50];
  const count = portStep * sideBySide;
  for (let attempt = 0; attempt < tries; attempt++) {
    const first = lowest + Math.floor(Math.random() * (highest - lowest - count));
    const row = Array.from({ length: count }, (_, index) => isFree(first + index));
    if ((await Promise.all(row)).every(Boolean)) return first;
  }
  throw new Error(`no ${count} ports in a row are free between ${lowest} and ${highest}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
