// The ring of Home rests while nobody wants it, and stops by its button. A browser that lets no replica start is told so.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { readyMs } from '../lockstep-page';

const step = /^Step [\d,]+$/;
/** The Workers of replicas, without those that compute for one. */
const replicaWorkers = (page: Page): number =>
  page.workers().filter((worker) => worker.url().includes('/worker-entry-')).length;

/** The Worker that is held ready for the person’s own replica. */
const spare = 1;

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('without Workers, Home says that this browser cannot train, and offers the rest', async ({
  tabs,
  context,
}) => {
  await context.addInitScript(() => {
    window.Worker = class {
      constructor() {
        throw new Error('no Workers here');
      }
    } as never;
  });
  tabs.expectErrors();
  const page = await tabs.open('/');
  await expect(page.getByRole('alert')).toContainText('This browser cannot train here.', {
    timeout: readyMs,
  });
  await expect(page.getByRole('textbox', { name: 'Join with a code or link' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Lessons' })).toBeVisible();
});

test('stops the ring by its button, and it stays still after that', async ({ tabs }) => {
  const page = await tabs.open('/');
  await expect(page.getByText(step)).toBeVisible({ timeout: readyMs });
  expect(replicaWorkers(page)).toBeGreaterThanOrEqual(3);
  await page.getByRole('button', { name: 'Stop the picture' }).click();
  await expect(page.getByText(step)).toHaveCount(0);
  await expect.poll(() => replicaWorkers(page)).toBeLessThanOrEqual(spare);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Play the picture' })).toBeVisible();
  await expect(page.getByText(step)).toHaveCount(0);

  // A button that could do nothing is not shown.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.getByRole('button', { name: 'Play the picture' })).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Play the picture' }).click();
  await expect(page.getByText(step)).toBeVisible({ timeout: readyMs });
  expect(replicaWorkers(page)).toBeGreaterThanOrEqual(3);
  // Where less motion is wanted it does not play either.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(page.getByText(step)).toHaveCount(0);
  await expect.poll(() => replicaWorkers(page)).toBeLessThanOrEqual(spare);
});
