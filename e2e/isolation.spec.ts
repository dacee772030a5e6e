// Every page is cross-origin isolated, with its Workers, so that the engine on the processor has threads that share
// memory.
import { cpus } from 'node:os';
import { expect, test } from './fixtures';
import { snapshotOf, untilStep } from './lockstep-page';
import { launchBrowser } from '../src/cli/browser/launch-browser';
import type { LockstepConsole } from '../src/replica/protocol';

/** Its steps are long enough to share. */
const demo = '/alone?replicas=1&preset=digits-cnn&backend=cpu';

/** As chooseThreads: one a core of two, otherwise one less than the cores, at most 8. */
const cores = cpus().length;
const threads = cores <= 2 ? cores : Math.min(8, cores - 1);
const device = `CPU (SIMD, ${threads === 1 ? '1 thread' : `${threads} threads`})`;

test('the page, its replica’s Worker and the compute threads in Chromium', async ({ tabs }) => {
  const page = await tabs.open(demo);
  await untilStep(page, 5);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const workers = page.workers();
  // The replica's Worker and the compute threads below it.
  expect(workers.map((worker) => worker.url()).filter((url) => url.includes('worker-entry'))).toHaveLength(
    1 + threads,
  );
  // A helper never returns to its event loop, so it cannot be asked.
  const asked = workers.filter((worker) => !worker.url().includes('compute'));
  for (const worker of asked) expect(await worker.evaluate(() => crossOriginIsolated)).toBe(true);
  expect((await snapshotOf(page))!.peers.map((peer) => peer.device)).toEqual([device]);
});

test('threads share memory in Firefox', async ({ baseURL }) => {
  const launched = await launchBrowser('firefox', { headful: false, hardware: false });
  if (!launched.ok) throw new Error(launched.error.message);
  const firefox = launched.value;
  try {
    const page = await firefox.newTab();
    await page.goto(new URL(demo, baseURL).href);
    const snapshot = () =>
      page.evaluate(() => (window as unknown as { lockstep?: LockstepConsole }).lockstep?.snapshot());
    // A failure's message names the phase.
    const progress = async (): Promise<string> => {
      const now = await snapshot();
      return (now?.step ?? 0) > 5 ? 'trains' : JSON.stringify(now?.phase ?? 'no snapshot');
    };
    await expect.poll(progress, { timeout: 90_000 }).toBe('trains');
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    // Two threads compute only where the nested Workers are isolated too.
    expect((await snapshot())!.peers.map((peer) => peer.device)).toEqual([device]);
  } finally {
    await firefox.close();
  }
});
