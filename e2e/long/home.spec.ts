// Home in a browser that lets no replica start.
import { expect, test } from '../fixtures';
import { readyMs } from '../lockstep-page';

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
