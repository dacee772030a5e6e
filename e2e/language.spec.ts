// The page in another language: the browser's, then the person's choice. While a ring trains: e2e/long.
import { chooseLanguage } from './choose-language';
import { sentences, spokenText } from './catalogue-sentences';
import { blankPage, expect, test } from './fixtures';
import { englishOn, spokenScreens } from './language-walk';
import { layoutFaults } from './layout-faults';

test.describe('a browser that is German', () => {
  test.use({ locale: 'de-DE' });
  test('has German pages that fit a phone, until its person chooses another language', async ({ tabs }) => {
    const page = await tabs.open('/');
    const html = page.locator('html');
    await page.setViewportSize({ width: 360, height: 800 });
    await expect(html).toHaveAttribute('lang', 'de');
    const heading = (words: string) => page.getByRole('heading', { name: words });
    await expect(heading('Diese Tabs trainieren zusammen ein Modell.')).toBeVisible();
    const code = page.getByLabel('Mit Code oder Link beitreten');
    await code.fill('QRST');
    for (const [language, words] of [
      ['fr', 'Ces onglets entraînent ensemble un seul modèle.'],
      ['de', 'Diese Tabs trainieren zusammen ein Modell.'],
    ] as const) {
      await chooseLanguage(page, language);
      await expect(heading(words)).toBeVisible();
      await expect.poll(() => page.evaluate(layoutFaults)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await expect(page.locator('#main input[type=text], #main input:not([type])').first()).toHaveValue(
        'QRST',
      );
    }
    await chooseLanguage(page, 'fr');
    await page.reload();
    await expect(html).toHaveAttribute('lang', 'fr');
  });

  test('stays English where German cannot be fetched, and says so', async ({ tabs }) => {
    const page = await tabs.open('/check');
    await chooseLanguage(page, 'en');
    tabs.expectErrors();
    await page.route('**/assets/first-*.js', (route) => route.abort());
    await page.evaluate(() => localStorage.removeItem('lockstep.view'));
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('header')).toContainText('Deutsch could not be loaded');
  });
});

/** Screens of a ring say what its panels say (app/panels, `*.test.tsx`): here are all others, and the console. */
const ofRing =
  /^\/lab\/screen\/(project|watch|training|shared|alone|waits|catching|waiting|no-quorum|alarm|diverged|needs|finished|failed|asked)/;
const others = spokenScreens.filter(([address]) => !ofRing.test(address));

/** Every other one of them in German; `npm run test:screens` looks at all screens, in French too. */
test.describe('a browser of de-DE', () => {
  test.use({ locale: 'de-DE' });
  test('shows no English sentence on kinds of screens beside a ring', async ({ tabs }) => {
    const screens = others.filter((_, index) => index % 2 === 0);
    expect(await englishOn(await tabs.open(blankPage), 'de', screens)).toEqual([]);
  });
});

test('the search finds English where a page is English', async ({ tabs }) => {
  const { english } = sentences('de');
  const page = await tabs.open();
  await expect
    .poll(async () => {
      const text = await page.evaluate(spokenText);
      return english.filter((sentence) => text.includes(sentence)).length;
    })
    .toBeGreaterThan(10);
});
