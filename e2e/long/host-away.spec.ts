// The host's page is gone: whoever is there says so, and says that it is back. That a ring goes on without its host:
// resume-own-data.spec.ts, and faults.test.ts in simulated time.
import { expect, test } from '../fixtures';
import { calm, order, untilMoreSteps, untilPhase } from '../lockstep-page';
import { formRing } from '../ring';
import { moons } from '../run-configs';

test('a member and a device that watches say that the host is away, and that it is back', async ({
  tabs,
}) => {
  const [host, guest] = [await tabs.open(), await tabs.openStranger()];
  const { url } = await formRing(host, { ...moons, steps: 100_000 }, { Guest: guest });
  await calm(host);
  await order(host, { kind: 'start' });
  const watcher = await tabs.openStranger(url);
  await watcher.getByRole('link', { name: 'only watch' }).click();
  await untilMoreSteps([guest], 2);
  // One replica alone waits for nobody, and would take a whole core.
  await order(host, { kind: 'pause' });
  await untilPhase(guest, 'paused');
  const away = /^The host is away\. What runs goes on\./;
  await expect(guest.getByText(away)).toHaveCount(0);
  await host.goto('about:blank');
  await expect(guest.getByText(away)).toBeVisible();
  await expect(watcher.getByText(away)).toBeVisible();
  await host.goto(url);
  await host.getByRole('button', { name: 'Go in as the host' }).click();
  await expect(guest.getByText('The host is back.')).toBeVisible();
  await expect(watcher.getByText('The host is back.')).toBeVisible();
});
