// The scaling panel says what this device makes alone: measured while it trained by itself, or beside the run, or, where
// replicas share the device, not measured.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { createRoom, joinRoom, order, snapshotOf, untilMoreSteps, untilStep } from './lockstep-page';
import { moons } from './run-configs';

const rate = '[^;]+ examples a second';

async function openScaling(page: Page) {
  await page.getByRole('tab', { name: 'Curves', exact: true }).click();
  return page.getByRole('region', { name: 'Scaling', exact: true });
}

test('a guest of a ring that trains has measured its device by itself; one that shares its device says so', async ({
  tabs,
}) => {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons);
  await order(host, { kind: 'start' });
  await untilStep(host, 30);
  const guest = await tabs.openStranger();
  await joinRoom(guest, url, 'Guest');
  await untilMoreSteps([guest], 15);
  const panel = await openScaling(guest);
  await expect(panel).toContainText(
    new RegExp(
      String.raw`Measured in [\d,]+ trial steps by itself, which changed nothing in the run, this device made ${rate}; .*The others count by what they compute now\.`,
    ),
  );
  const { perSecond, steps } = (await snapshotOf(guest))!.loneTrial!;
  expect(steps).toBeGreaterThanOrEqual(3);
  expect(perSecond).toBeGreaterThan(0);
  await expect(await openScaling(host)).toContainText(
    new RegExp(`Measured while it trained by itself, this device made ${rate}`),
  );

  const beside = await tabs.open();
  await joinRoom(beside, url, 'Beside the host');
  await untilMoreSteps([beside], 15);
  await expect(await openScaling(beside)).toContainText(
    new RegExp(`This replica shares its device with others, .* it would make ${rate}`),
  );
  expect((await snapshotOf(beside))!.loneTrial).toBeUndefined();
});
