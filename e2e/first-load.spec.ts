// The JavaScript that a first visit fetches: for Home, in each language, and for the ring that a person opens there.
import type { Request } from '@playwright/test';
import { expect, test } from './fixtures';
import { createRoom, order, untilStep } from './lockstep-page';
import { moons } from './run-configs';

/** The bytes as served, without Workers, which delay no screen. `npm run bench -- ui` has the same goal. */
const mostBytes = 120_000;
/** The same for all that follows until a ring trains, without simple-peer. */
const mostBytesOfRing = 170_000;

for (const [locale, heading] of [
  ['en-US', 'These tabs train one model together.'],
  ['de-DE', 'Diese Tabs trainieren zusammen ein Modell.'],
  ['fr-FR', 'Ces onglets entraînent ensemble un seul modèle.'],
  ['es-ES', 'Estas pestañas entrenan juntas un solo modelo.'],
] as const)
  test.describe(locale, () => {
    test.use({ locale, contextOptions: { reducedMotion: 'no-preference' } });
    test('little is fetched before Join, the living ring included', async ({ context, tabs }) => {
      const scripts: Request[] = [];
      context.on('requestfinished', (request) => {
        if (isOfPage(request.url())) scripts.push(request);
      });
      const page = await tabs.open('/');
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(page.locator('[data-state=training]')).toBeVisible();
      const fetched = await sizesOf(scripts);
      expect(fetched.length).toBeGreaterThan(2);
      const bytes = sum(fetched);
      expect(bytes, JSON.stringify(fetched)).toBeLessThanOrEqual(mostBytes);
    });
  });

test.describe('in the largest language', () => {
  test.use({ locale: 'de-DE' });
  test('a ring that trains needs little more than Home', async ({ context, tabs }) => {
    // Parts that load once the ring is at rest do not count.
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
    );
    const scripts: Request[] = [];
    let asked = 0;
    context.on('request', (request) => {
      if (isOfPage(request.url())) asked++;
    });
    context.on('requestfailed', (request) => {
      if (isOfPage(request.url())) asked--;
    });
    context.on('requestfinished', (request) => {
      if (isOfPage(request.url())) scripts.push(request);
    });
    const page = await tabs.open('/start');
    await expect(page.locator('form fieldset').first()).toBeVisible();
    await expect(page.locator('section[aria-labelledby=resume] input[type=file]')).toBeAttached();
    // Whoever opens a room has turned to its form, which then loads what plans a run.
    await page.locator('form fieldset').first().hover();
    await expect(page.getByText(/Parameter, .* Aktivierungen/)).toBeVisible();
    const ofHome = new Set((await sizesOf(scripts)).map(({ file }) => file));
    await createRoom(page, { ...moons, steps: 100_000 });
    await expect(page.getByRole('region', { name: 'Komm herein', exact: true })).toBeVisible();
    await order(page, { kind: 'start' });
    await untilStep(page, 5);
    await expect(page.getByRole('region', { name: 'Der Ring', exact: true })).toBeVisible();
    await expect(page.getByRole('tabpanel').getByRole('region').first()).toBeVisible();
    await order(page, { kind: 'pause' });
    // A room server that is asked by polling leaves the network never idle.
    await expect.poll(() => asked - scripts.length, { message: 'scripts that are still loading' }).toBe(0);
    const later = (await sizesOf(scripts)).filter(({ file }) => !ofHome.has(file));
    expect(later.map(({ file }) => file).join(' ')).toMatch(
      /\/ring-\S+\.js .*\/entrance-|\/entrance-\S+\.js .*\/ring-/,
    );
    expect(sum(later), JSON.stringify(later)).toBeLessThanOrEqual(mostBytesOfRing);
    // A part that cannot be fetched leaves the rest of the screen, and comes when it is asked for again.
    tabs.expectErrors();
    const timeline = /\/timeline-panel-[^/]*\.js(\?|$)/;
    await page.route(timeline, (route) => route.abort());
    await page.getByRole('tab', { name: 'Zeitleiste' }).click();
    await expect(page.getByRole('alert')).toContainText('konnte nicht geladen werden');
    await expect(page.getByRole('region', { name: 'Der Ring', exact: true })).toBeVisible();
    await page.unroute(timeline);
    await page.getByRole('button', { name: 'Erneut versuchen' }).click();
    await expect(page.getByRole('tabpanel').getByRole('region').first()).toBeVisible();
  });
});

interface Fetched {
  readonly file: string;
  readonly bytes: number;
}

function sizesOf(scripts: readonly Request[]): Promise<readonly Fetched[]> {
  return Promise.all(
    scripts.map(async (script) => {
      const { responseBodySize } = await script.sizes();
      return { file: new URL(script.url()).pathname, bytes: responseBodySize };
    }),
  );
}

function sum(fetched: readonly Fetched[]): number {
  return fetched.reduce((total, { bytes }) => total + bytes, 0);
}

/** The modules of a Worker are in its own file. */
function isOfPage(url: string): boolean {
  return /^(?!.*(-entry-|\/simple-peer-)).*\.js$/.test(url);
}
