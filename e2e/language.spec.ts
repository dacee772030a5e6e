// The page in another language: the browser's, then the person's choice, while a ring trains on.
import type { Page } from '@playwright/test';
import { sentences, spokenText } from './dictionary-sentences';
import { expect, test } from './fixtures';
import { showLabScreen } from './lab-screens';
import { layoutFaults } from './layout-faults';
import { calm, untilMoreSteps, untilStep } from './lockstep-page';

test('a ring trains on while its page turns German, French and English again', async ({ tabs }) => {
  const page = await tabs.open('/alone?replicas=2&preset=moons&backend=cpu');
  const html = page.locator('html');
  const choice = page.locator('footer select');
  await expect(html).toHaveAttribute('lang', 'en');
  await untilStep(page, 5);
  await calm(page);
  for (const [language, loss] of [
    ['de', 'Verlust'],
    ['fr', 'Perte'],
    ['en', 'Loss'],
  ] as const) {
    await choice.selectOption(language);
    await expect(html).toHaveAttribute('lang', language);
    await expect(page.getByRole('heading', { name: loss }).first()).toBeVisible();
    await untilMoreSteps([page], 3);
  }
});

test.describe('a browser that is German', () => {
  test.use({ locale: 'de-DE' });
  test('has German pages that fit a phone, until its person chooses another language', async ({ tabs }) => {
    const page = await tabs.open('/');
    const html = page.locator('html');
    await page.setViewportSize({ width: 360, height: 800 });
    await expect(html).toHaveAttribute('lang', 'de');
    await expect(page.getByRole('heading', { name: 'Einen Raum öffnen' })).toBeVisible();
    const code = page.getByLabel('Code oder Link');
    await code.fill('QRST');
    for (const [language, heading] of [
      ['fr', 'Ouvrir une salle'],
      ['de', 'Einen Raum öffnen'],
    ] as const) {
      await page.locator('footer select').selectOption(language);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
      await expect.poll(() => page.evaluate(layoutFaults)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await expect(page.locator('#main input[type=text], #main input:not([type])').first()).toHaveValue(
        'QRST',
      );
    }
    await page.locator('footer select').selectOption('fr');
    await page.reload();
    await expect(html).toHaveAttribute('lang', 'fr');
  });

  test('stays English where German cannot be fetched, and says so', async ({ tabs }) => {
    const page = await tabs.open('/check');
    await page.locator('footer select').selectOption('en');
    tabs.expectErrors();
    await page.route('**/assets/first-*.js', (route) => route.abort());
    await page.evaluate(() => localStorage.removeItem('lockstep.view'));
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('footer')).toContainText('Deutsch could not be loaded');
  });
});

/** One of each kind: what changes with the state of a ring is in the lab. `own`: so many sentences of the language at least. */
const screens: readonly (readonly [address: string, own: number])[] = [
  ['/', 8],
  ['/lab/screen/check-good', 12],
  ['/calculator', 8],
  ['/playground', 2],
  ['/privacy', 20],
  ['/network', 15],
  ['/lessons', 10],
  ['/lesson/talk-less', 6],
  ['/lesson/talk-less/teacher', 8],
  ['/r/QQQQQQ', 2],
  ['/lab/screen/settings', 6],
  ['/lab/screen/troubles', 40],
  ['/lab/screen/project?state=training-8', 1],
  ['/lab/screen/watch?state=training-8', 4],
  ['/lab/screen/lobby?screen=console', 8],
  ['/lab/screen/training-8?tab=curves', 6],
  ['/lab/screen/shared-device?tab=people', 6],
  ['/lab/screen/alone-paused', 4],
  ['/lab/screen/waits-at-door', 1],
  ['/lab/screen/catching-up', 3],
  ['/lab/screen/waiting-3', 4],
  ['/lab/screen/no-quorum', 3],
  ['/lab/screen/alarm', 4],
  ['/lab/screen/diverged', 4],
  ['/lab/screen/needs-file', 2],
  ['/lab/screen/finished', 4],
  ['/lab/screen/failed', 2],
  ['/lab/screen/asked-lesson', 4],
];

for (const [language, locale] of [
  ['de', 'de-DE'],
  ['fr', 'fr-FR'],
] as const)
  test.describe(`a browser of ${locale}`, () => {
    test.use({ locale });
    test('shows no English sentence on any kind of screen', async ({ tabs }) => {
      const { english, own } = await sentences(language);
      expect(english.length).toBeGreaterThan(1000);
      const page = await tabs.open();
      const found = async (of: readonly string[]): Promise<string[]> => {
        const text = await page.evaluate(spokenText);
        return of.filter((sentence) => text.includes(sentence));
      };
      const left: string[] = [];
      for (const [address, count] of screens) {
        await showLabScreen(page, address);
        // Parts that load late bring their words with them.
        await expect.poll(async () => (await found(own)).length, address).toBeGreaterThanOrEqual(count);
        for (const sentence of await settled(page, () => found(english)))
          left.push(`${address}: ${sentence}`);
      }
      expect(left).toEqual([]);
    });
  });

test('the search finds English where a page is English', async ({ tabs }) => {
  const { english } = await sentences('de');
  const page = await tabs.open();
  await expect
    .poll(async () => {
      const text = await page.evaluate(spokenText);
      return english.filter((sentence) => text.includes(sentence)).length;
    })
    .toBeGreaterThan(10);
});

/** A screen shows the words of its chunk before those of its language for a moment. */
async function settled(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  for (let looks = 0; ; looks++) {
    const seen = await look();
    if (seen.length === 0 || looks === 20) return seen;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}
