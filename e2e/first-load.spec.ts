// The JavaScript that a first visit fetches: for Home and for a lesson, in each language, and for the ring that a person opens.
import type { BrowserContext, Page, Request } from '@playwright/test';
import { expect, test } from './fixtures';
import { lessonIds } from '../app/lessons/core/lesson';
import { createRoom, order, untilStep } from './lockstep-page';
import { moons } from './run-configs';

/** The bytes as served, without Workers, which delay no screen. `npm run bench -- ui` has the same goal. */
const mostBytes = 120_000;
/** The same for all that follows until a ring trains, without simple-peer. */
const mostBytesOfRing = 170_000;
/** The same for a lesson, until its question can be answered. */
const mostBytesOfLesson = 40_000;

for (const [locale, heading] of [
  ['en-US', 'These tabs train one model together.'],
  ['de-DE', 'Diese Tabs trainieren zusammen ein Modell.'],
  ['fr-FR', 'Ces onglets entraînent ensemble un seul modèle.'],
  ['es-ES', 'Estas pestañas entrenan juntas un solo modelo.'],
] as const)
  test.describe(locale, () => {
    test.use({ locale, contextOptions: { reducedMotion: 'no-preference' } });
    test('little is fetched before Join, the living ring included', async ({ context, tabs }) => {
      const scripts = watchScripts(context);
      const page = await tabs.open('/');
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect(page.locator('[data-state=training]')).toBeVisible();
      const fetched = await scripts.settled();
      expect(fetched.length).toBeGreaterThan(2);
      const bytes = sum(fetched);
      expect(bytes, JSON.stringify(fetched)).toBeLessThanOrEqual(mostBytes);
    });

    test('little is fetched before Join in a room that one was invited to', async ({ context, tabs }) => {
      const host = await tabs.open('/');
      const room = await createRoom(host, moons);
      const guest = await context.browser()!.newContext({ locale });
      try {
        await guest.addInitScript(saveData);
        const scripts = watchScripts(guest);
        const page = await guest.newPage();
        await page.goto(room.url);
        await expect(page.locator('form button[type=submit]')).toBeEnabled();
        await expect(page.locator('form [role=status] strong')).not.toHaveText(/…\s*$/);
        const fetched = await scripts.settled();
        expect(fetched.map(({ file }) => file).join(' ')).toMatch(/\/join-notes-/);
        expect(sum(fetched), JSON.stringify(fetched)).toBeLessThanOrEqual(mostBytes);
      } finally {
        await guest.close();
      }
    });

    test('a lesson needs little more than Home before its question is answered', async ({
      context,
      tabs,
    }) => {
      const scripts = watchScripts(context);
      const page = await tabs.open('/');
      await expect(page.locator('[data-state=training]')).toBeVisible();
      const ofHome = new Set((await scripts.settled()).map(({ file }) => file));
      // One language says how the other lessons compare with the first, which begins with the picture of a sum.
      for (const id of locale === 'de-DE' ? lessonIds : lessonIds.slice(0, 1)) {
        const first = (await scripts.settled()).length;
        await openLesson(page, id);
        const later = (await scripts.settled()).slice(first).filter(({ file }) => !ofHome.has(file));
        expect(later.map(({ file }) => file).join(' '), id).toMatch(/\/lesson-/);
        expect(sum(later), `${id}: ${JSON.stringify(later)}`).toBeLessThanOrEqual(mostBytesOfLesson);
      }
    });
  });

/** Parts that come ahead, once a screen is whole or at rest, do not count. */
function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** A lesson in a page that has nothing of another one. */
async function openLesson(page: Page, id: string): Promise<void> {
  await page.goto(`/lesson/${id}`);
  await expect(page.locator('main fieldset, main input[type=range]').first()).toBeVisible();
  await expect(page.locator('main :is(canvas, svg)').first()).toBeVisible();
}

test.describe('in the largest language', () => {
  test.use({ locale: 'de-DE' });
  test('a ring that trains needs little more than Home', async ({ context, tabs }) => {
    await context.addInitScript(saveData);
    const scripts = watchScripts(context);
    const page = await tabs.open('/start');
    await expect(page.locator('form fieldset').first()).toBeVisible();
    await expect(page.locator('section[aria-labelledby=resume] input[type=file]')).toBeAttached();
    // Whoever opens a room has turned to its form, which then loads what plans a run.
    await page.locator('form fieldset').first().hover();
    await expect(page.getByText(/Parameter, .* Aktivierungen/)).toBeVisible();
    const ofHome = new Set((await scripts.settled()).map(({ file }) => file));
    await createRoom(page, { ...moons, steps: 100_000 });
    await expect(page.getByRole('region', { name: 'Komm herein', exact: true })).toBeVisible();
    await order(page, { kind: 'start' });
    await untilStep(page, 5);
    await expect(page.getByRole('region', { name: 'Der Ring', exact: true })).toBeVisible();
    await expect(page.getByRole('tabpanel').getByRole('region').first()).toBeVisible();
    await order(page, { kind: 'pause' });
    const later = (await scripts.settled()).filter(({ file }) => !ofHome.has(file));
    expect(later.map(({ file }) => file).join(' ')).toMatch(
      /\/ring-\S+\.js .*\/entrance-|\/entrance-\S+\.js .*\/ring-/,
    );
    expect(later.map(({ file }) => file).join(' ')).not.toMatch(/\/lesson-/);
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

/** The scripts of all pages of this context from now on, in the order in which they came. */
function watchScripts(context: BrowserContext): { settled(): Promise<readonly Fetched[]> } {
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
  return {
    async settled() {
      // A room server that is asked by polling leaves the network never idle.
      await expect.poll(() => asked - scripts.length, { message: 'scripts that are still loading' }).toBe(0);
      return sizesOf(scripts);
    },
  };
}

interface Fetched {
  readonly file: string;
  readonly bytes: number;
}

/** A script that the browser kept from a page before has the bytes that it took then. */
async function sizesOf(scripts: readonly Request[]): Promise<readonly Fetched[]> {
  const took = new Map<string, number>();
  const files = scripts.map((script) => new URL(script.url()).pathname);
  for (const [index, script] of scripts.entries()) {
    const { responseBodySize } = await script.sizes();
    took.set(files[index], Math.max(responseBodySize, took.get(files[index]) ?? 0));
  }
  return files.map((file) => ({ file, bytes: took.get(file)! }));
}

function sum(fetched: readonly Fetched[]): number {
  return fetched.reduce((total, { bytes }) => total + bytes, 0);
}

/** The modules of a Worker are in its own file. */
function isOfPage(url: string): boolean {
  return /^(?!.*(-entry-|\/simple-peer-)).*\.js$/.test(url);
}
