// A fixed batch no larger than what one replica computes at once. Every tab gets a part, the screen shows what that
// costs, and the host enlarges the batch with one press. Two of the
// tabs share a browser.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  calm,
  expectEqualHistories,
  openTab,
  order,
  pressJoin,
  stepsOf,
  untilMoreSteps,
} from './lockstep-page';
import { formRing, trainTo } from './ring';
import { moons } from './run-configs';

test('two tabs share a batch of 32 as 16 + 16, and a third makes the page offer a larger one', async ({
  tabs,
}) => {
  const fixed = { batchMode: 'fixed', globalBatch: 32, localBatch: 32, microBatch: 32 } as const;
  const [host, second] = [await tabs.openStranger(), await tabs.open()];
  const { url } = await formRing(host, { ...moons, ...fixed }, { Second: second });
  await calm(host);
  const panelOf = (page: Page) => page.getByRole('region', { name: 'Effective batch' });
  for (const page of [host, second]) await expect(panelOf(page)).toContainText('2 × 16 = 32'); // before the first step

  await trainTo([host, second], 10);
  for (const page of [host, second]) {
    const { contributions } = (await stepsOf(page, 5))[0];
    expect(Object.values(contributions)).toEqual([16, 16]);
    await expect(panelOf(page)).toContainText('2 × 16 = 32');
    await expect(panelOf(page)).not.toContainText('more replicas like these');
    await openTab(page, 'You');
    await expect(page.getByRole('region', { name: /^You/ })).toContainText('50 %of the last batch');
    await page.getByRole('tab', { name: 'Batch and time' }).click();
  }

  const third = await tabs.open(url); // of the second's browser, under its name
  await pressJoin(third);
  await expect(panelOf(second)).toContainText('11 + 11 + 10 = 32', { timeout: 60_000 });
  await expect(panelOf(second)).toContainText('The host can set a batch of 96 examples');
  await host.getByRole('button', { name: 'Set the batch to 96 examples' }).click();
  for (const page of [host, second, third]) {
    await expect(panelOf(page)).toContainText('3 × 32 = 96');
    await expect(panelOf(page)).not.toContainText('padding');
  }
  await untilMoreSteps([host, second, third], 5);
  await expectEqualHistories([host, second, third], 10);
  // H18: of both tabs in one browser, and of no other, every screen says so.
  await order(host, { kind: 'pause' });
  for (const page of [host, third]) {
    await openTab(page, 'People');
    // The later of two tabs under one name has a number (H12c).
    for (const other of ['Second', 'Second 2'])
      await expect(page.getByText(`one device with ${other}`, { exact: true })).toHaveCount(1);
  }
});
