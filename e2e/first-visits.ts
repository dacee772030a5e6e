// Tests of the code that a first visit fetches in a language: the JavaScript for Home, for a room that one was invited to, and for lessons.
import type { BrowserContext, Page, Request } from '@playwright/test';
import type { LessonId } from '../app/lessons/core/lesson';
import { expect, test } from './fixtures';
import { createRoom } from './lockstep-page';
import { moons } from './run-configs';

/** The bytes as served, without Workers, which delay no screen. `npm run bench -- ui` has the same goal. */
const mostBytes = 120_000;
/** The same for a lesson, until its question can be answered. */
const mostBytesOfLesson = 40_000;

/** `heading`: of Home in this language. The first lesson begins with the picture of a sum. */
export function weighFirstVisits(locale: string, heading: string, lessons: readonly LessonId[]): void {
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
      for (const id of lessons) {
        const first = (await scripts.settled()).length;
        await openLesson(page, id);
        const later = (await scripts.settled()).slice(first).filter(({ file }) => !ofHome.has(file));
        expect(later.map(({ file }) => file).join(' '), id).toMatch(/\/lesson-/);
        expect(sum(later), `${id}: ${JSON.stringify(later)}`).toBeLessThanOrEqual(mostBytesOfLesson);
      }
    });
  });
}

/** Parts that come ahead, once a screen is whole or at rest, do not count. */
export function saveData(): void {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
}

/** A lesson in a page that has nothing of another one. */
async function openLesson(page: Page, id: string): Promise<void> {
  await page.goto(`/lesson/${id}`);
  await expect(page.locator('main fieldset, main input[type=range]').first()).toBeVisible();
  await expect(page.locator('main :is(canvas, svg)').first()).toBeVisible();
}

/** The scripts of all pages of this context from now on, in the order in which they came. */
export function watchScripts(context: BrowserContext): { settled(): Promise<readonly Fetched[]> } {
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

export function sum(fetched: readonly Fetched[]): number {
  return fetched.reduce((total, { bytes }) => total + bytes, 0);
}

/** The modules of a Worker are in its own file. */
function isOfPage(url: string): boolean {
  return /^(?!.*(-entry-|\/simple-peer-)).*\.js$/.test(url);
}
