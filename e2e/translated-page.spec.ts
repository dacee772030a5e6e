// A page that a browser translates goes on. With a ring behind it, and another translator: e2e/long.
import { expect, test } from './fixtures';
import { showLabScreen } from './lab-screens';
import { translate, walkTabs } from './page-translator';

// The page does not know which way it is, nor whether a ring is behind it: the lab's is drawn as often.
test('a page that is translated goes on, though texts go after their translation comes', async ({ tabs }) => {
  const page = await tabs.open('/lab/screen/replay');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await translate(page, 'insert-first');
  await walkTabs(page);
  await showLabScreen(page, '/lab/screen/training-2');
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status.getByRole('heading')).toHaveText(/^«Training/);
  await expect(page.getByText(/«The last sums took/)).toBeVisible();
  await page.getByRole('button', { name: '«Pause»', exact: true }).click();
  await expect(status.getByRole('heading')).toHaveText(/^«Paused/);
  await expect(page.getByText(/The last sums took/)).toHaveCount(0);
  await page.getByRole('button', { name: '«Resume»', exact: true }).click();
  await expect(status.getByRole('heading')).toHaveText(/^«Training/);
  await expect(page.getByRole('button', { name: '«Pause»', exact: true })).toBeVisible();
});
