// The production build holds the product: no lab, no fixture of one.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures';

const dist = path.resolve(import.meta.dirname, '../dist');

test('no file of the build is of the labs, and the product shows no screen for their addresses', async ({
  tabs,
}) => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  const code = files.filter((file) => /\.(js|html|css|map)$/.test(file));
  expect(code.length).toBeGreaterThan(50);
  const ofLab = code.filter((file) =>
    /tools\/lab|\/lab\/(panels|screen|ring|kernels)/.test(readFileSync(path.join(dist, file), 'utf8')),
  );
  expect(ofLab).toEqual([]);
  const page = await tabs.open();
  await page.evaluate(() => history.pushState(null, '', '/lab/panels'));
  await expect(page.getByRole('heading', { name: 'Nothing is at this address' })).toBeVisible();
});
