// A Worker that no longer answers: within a minute its page says so, and what to do.
import { expect, test } from '../fixtures';
import { snapshotOf } from '../lockstep-page';

const blockMs = 100_000;

test('a page whose Worker is locked up says so', async ({ tabs }) => {
  const page = await tabs.open('/alone?replicas=1&preset=moons');
  await expect.poll(async () => (await snapshotOf(page))?.step).toBeGreaterThan(3);
  tabs.expectErrors();
  const replica = page.workers().find((worker) => worker.url().includes('worker-entry'))!;
  const block = (ms: number): void => {
    const endMs = performance.now() + ms;
    while (performance.now() < endMs);
  };
  void replica.evaluate(block, blockMs).catch(() => undefined); // it is terminated meanwhile
  const said = page.getByText('The engine’s Worker has not answered for 30\u00a0s.').first();
  await expect(said).toBeVisible({ timeout: 60_000 });
});
