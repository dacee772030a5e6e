// The picture of Home: a real ring of this page, which stops by its button, stays stopped, and does not play for a
// person who wants less motion.
import { expect, test } from '../fixtures';

/** This test is about what moves. */
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const words = /3 replicas train here: step [\d,]+/;

test('Home trains a small ring until it is stopped, and stays still after that', async ({ tabs }) => {
  const page = await tabs.open('/');
  await expect(page.getByText(words)).toBeVisible();
  const stepOf = async (): Promise<number> =>
    Number(/step ([\d,]+)/.exec(await page.getByText(words).innerText())![1].replaceAll(',', ''));
  const begin = await stepOf();
  await expect.poll(stepOf).toBeGreaterThan(begin);
  const workers = page.workers().length;
  await page.getByRole('button', { name: 'Stop the picture' }).click();
  await expect(page.getByText(words)).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(workers - 3);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play the picture' })).toBeVisible();
  await expect(page.getByText(words)).toHaveCount(0);

  // A button that could do nothing is not shown.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.getByRole('button', { name: 'Play the picture' })).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });

  // Where less motion is wanted it does not play either.
  await page.getByRole('button', { name: 'Play the picture' }).click();
  await expect(page.getByText(words)).toBeVisible();
  const playing = page.workers().length;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.getByText(words)).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(playing - 3);
});
