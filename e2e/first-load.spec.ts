// What a first visit to Home fetches of JavaScript before any press, in each language.
import type { Request } from '@playwright/test';
import { expect, test } from './fixtures';

/** As served, without Workers, which delay no screen. `npm run bench -- ui` has the same goal. */
const mostBytes = 120_000;

for (const [locale, heading] of [
  ['en-US', 'Start a room'],
  ['de-DE', 'Einen Raum öffnen'],
  ['fr-FR', 'Ouvrir une salle'],
] as const)
  test.describe(locale, () => {
    test.use({ locale });
    test('little is fetched before Join', async ({ context, tabs }) => {
      // The picture of Home comes once the page is at rest: not in this test.
      await context.clock.install();
      const scripts: Request[] = [];
      context.on('requestfinished', (request) => {
        if (/^(?!.*-entry-).*\.js$/.test(request.url())) scripts.push(request);
      });
      const page = await tabs.open('/');
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(page.locator('form fieldset').first()).toBeVisible();
      await expect(page.locator('section[aria-labelledby=resume] input[type=file]')).toBeAttached();
      const fetched = await Promise.all(
        scripts.map(async (script) => {
          const { responseBodySize } = await script.sizes();
          return { file: new URL(script.url()).pathname, bytes: responseBodySize };
        }),
      );
      expect(fetched.length).toBeGreaterThan(2);
      const bytes = fetched.reduce((sum, each) => sum + each.bytes, 0);
      expect(bytes, JSON.stringify(fetched)).toBeLessThanOrEqual(mostBytes);
    });
  });
