// Every page is cross-origin isolated, with its Workers, so that the engine on the processor has threads that share
// memory.
import { expect, test } from './fixtures';
import { order, snapshotOf, untilStep } from './lockstep-page';
import { cpuDevice, threadedDemo, threads } from './threaded-demo';

test('the page, its replica’s Worker and the compute threads in Chromium', async ({ tabs }) => {
  const page = await tabs.open(threadedDemo);
  await untilStep(page, 5);
  await order(page, { kind: 'pause' });
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  const workers = page.workers();
  // The replica's Worker and the compute threads below it.
  expect(workers.map((worker) => worker.url()).filter((url) => url.includes('worker-entry'))).toHaveLength(
    1 + threads,
  );
  // A helper never returns to its event loop, so it cannot be asked.
  const asked = workers.filter((worker) => !worker.url().includes('compute'));
  for (const worker of asked) expect(await worker.evaluate(() => crossOriginIsolated)).toBe(true);
  expect((await snapshotOf(page))!.peers.map((peer) => peer.device)).toEqual([cpuDevice]);
});
