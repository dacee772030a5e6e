// A lesson on a virtual clock in a browser. The runs of all lessons: app/lessons/lessons.test.ts.
import { twoLooks, violationsOf } from '../axe';
import { expect, test } from '../fixtures';
import { take, walks } from '../lesson-walk';

const [phone] = twoLooks;

test('a step on a virtual clock: the challenge of “Fuse and overlap” is missed, and met', async ({
  tabs,
}) => {
  const page = await tabs.open('/lesson/fuse-and-overlap');
  for (const [index, attempt] of walks['fuse-and-overlap'].entries()) await take(page, attempt, index + 1);
  await expect(
    page.getByRole('img', { name: /^One step takes 2\.60\ss\. computing alone 1\.56\ss/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'View as table' }).click();
  const step = page.getByRole('region', { name: /^One step of a replica.*, as a table$/ });
  await expect(step.getByRole('row').last()).toContainText('2.60 s');
  expect(await violationsOf(page, [phone]), 'a timeline').toEqual([]);
});
