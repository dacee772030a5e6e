// The host makes the network slow on its panel: the ring trains on, the links measure the line, every screen says so.
import { expect, test } from '../fixtures';
import {
  expectEqualHistories,
  openConsole,
  order,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilStep,
} from '../lockstep-page';

test('the host emulates a slow line on every edge, worse figures on one, and takes both back', async ({
  tabs,
}) => {
  const page = await tabs.open('/alone?replicas=3&preset=moons&backend=cpu');
  await untilStep(page, 5);
  await openConsole(page);
  const status = page.getByRole('region', { name: 'Status' });
  const dialog = page.getByRole('dialog', { name: 'Slow network' });
  const choose = async (line: string, edge?: number): Promise<void> => {
    await page.getByRole('button', { name: 'Slow network …' }).click();
    await expect(dialog).toBeVisible();
    if (edge !== undefined) await dialog.getByLabel('Edge').selectOption({ index: edge });
    await dialog.getByLabel('Line', { exact: true }).selectOption({ label: line });
  };
  const apply = (): Promise<void> => dialog.getByRole('button', { name: 'Apply' }).click();
  /** The round trips of this replica's links, once all have a figure. */
  const tripsMs = async (): Promise<number[]> => {
    const others = (await snapshotOf(page))!.peers.filter(({ isSelf }) => !isSelf);
    return others.map(({ roundTripMs = 0 }) => Math.round(roundTripMs)).sort((a, b) => a - b);
  };
  await expect(status).not.toContainText('Emulated');

  await choose('Slow: 5 Mbit/s, 40 ms');
  await apply();
  await expect(dialog).toBeHidden();
  await expect(status).toContainText('Emulated: 5 Mbit/s, 40 ms');
  await expect.poll(async () => (await tripsMs())[0]).toBeGreaterThan(75);

  await choose('Other figures', 1);
  await dialog.getByLabel('Delay one way, ms').fill('500');
  await expect(dialog.getByRole('alert')).toHaveText('The delay is 0 to 400 ms.');
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await dialog.getByLabel('Delay one way, ms').fill('150');
  await apply();
  await expect(status).toContainText(/Emulated: 5\sMbit\/s, 40\sms; .+ – .+ 5\sMbit\/s, 150\sms/);
  await expect.poll(async () => (await tripsMs())[1]).toBeGreaterThan(250);
  await untilMoreSteps([page], 3);

  // Links are measured at rest too, and three replicas on a fast line would take both cores meanwhile.
  await order(page, { kind: 'pause' });
  await untilPhase(page, 'paused');
  await choose('Like every edge', 1);
  await apply();
  await choose('As it is');
  await apply();
  await expect(status).not.toContainText('Emulated');
  await expect.poll(async () => (await tripsMs())[1], { timeout: 60_000 }).toBeLessThan(75);
  await order(page, { kind: 'start' });
  await untilMoreSteps([page], 20);
  await expectEqualHistories([page], 20);
});
