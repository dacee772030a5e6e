// The ring lab: a collective over emulated lines is right and in the time of the cost model, and a replica that is killed
// is named. The page is sound on a phone by day and on a desktop by night.
import { twoLooks, violationsOf } from '../axe';
import { expect, test } from '../fixtures';
import { layoutFaults } from '../layout-faults';

test('sums in the page are right; a killed replica is named; the page has no faults', async ({ tabs }) => {
  const page = await tabs.open('/lab/ring');
  const status = page.getByRole('status');
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await page.getByLabel('Elements of the vector').fill('20000');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(status).toHaveText(/^All 3 hold the same bits\. The sum is right: off by at most 0\.\d+ of/);

  await page.getByLabel('Collective').selectOption('Reduce-scatter');
  await page.getByLabel('Topology').selectOption('tree');
  await page.getByLabel('Sent as').selectOption('int8');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(status).toHaveText(/^Each replica’s part of the sum is right/);

  // Signs do not add up on the way: each part goes to all others, as in runs.
  await page.getByLabel('Collective').selectOption('All-reduce');
  await expect(page.getByLabel('2 – 3')).toHaveCount(0);
  await page.getByLabel('Sent as').selectOption('sign');
  await expect(page.getByLabel('2 – 3')).toHaveCount(1);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(status).toHaveText(
    /^All 3 hold the same bits\. The sum is right: off by at most (0|1)\.\d+ of what/,
  );
  // 20,000 signs and 79 scales are 2,816 bytes, to each of two others: measured, and by the model.
  await expect(page.getByText('5.63 kB')).toHaveCount(2);

  // One matrix of 141 × 141 and 119 more: 4 · (4 · 282 + 119) bytes, and the root of the tree sends them to two.
  await page.getByLabel('Sent as').selectOption('power-sgd');
  await expect(page.getByText('As one matrix of 141 × 141, in factors of rank 4')).toBeVisible();
  await expect(page.getByLabel('2 – 3')).toHaveCount(0);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('9.98 kB')).toHaveCount(2);
  await expect(status).toHaveText(
    /^All 3 hold the same bits\. The sum is right: off by at most (0|1)\.\d+ of what/,
  );

  // A line at 1 Mbit/s: a sum of 4 MB takes far longer than this test.
  await page.getByLabel('Sent as').selectOption('f32');
  await page.getByLabel('Elements of the vector').fill('1000000');
  await page.getByLabel('Every line').selectOption('bad');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(page.getByText('waits for')).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Kill replica 2' }).click();
  await expect(page.getByText(/^Failed: .*Replica 2 was killed/)).not.toHaveCount(0);
  await expect(status).toContainText('No result');

  for (const look of twoLooks) {
    expect(await violationsOf(page, [look])).toEqual([]);
    expect(await page.evaluate(layoutFaults)).toEqual([]);
  }
});
