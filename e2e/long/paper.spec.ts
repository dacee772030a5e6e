// What people hand over on paper is one page, whatever the paper and the language.
import { chooseLanguage } from '../choose-language';
import { blankPage, expect, test } from '../fixtures';
import { showLabScreen } from '../lab-screens';

const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };

/** The fullest check. */
const check = '/lab/screen/check-blocked';

test('the sheet for a network’s administrator and a check are one page of paper each', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  const found: string[] = [];
  for (const [language, address, title] of [
    ['en', '/network', 'For the network’s administrator'],
    ['en', check, 'Check this device'],
    ['de', '/network', 'Für die Netzwerkverwaltung'],
    ['de', check, 'Dieses Gerät prüfen'],
    ['fr', '/network', 'Pour l’administrateur du réseau'],
    ['fr', check, 'Vérifier cet appareil'],
  ] as const) {
    await showLabScreen(page, address);
    await chooseLanguage(page, language);
    await expect(page.locator('h1')).toHaveText(title);
    for (const format of ['A4', 'Letter']) {
      const paper = (await page.pdf({ format, margin })).toString('latin1');
      const pages = paper.match(/\/Type\s*\/Page\b/g)?.length;
      if (pages !== 1) found.push(`${address}, ${language}, ${format}: ${pages} pages`);
    }
    // 9 pt are 12 px.
    await page.emulateMedia({ media: 'print' });
    const small = await page
      .locator('main')
      .evaluate((main) =>
        [...main.querySelectorAll('p, dt, dd, li, h1, h2')]
          .filter(
            (element) => element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 12,
          )
          .map(({ textContent }) => textContent),
      );
    found.push(...small.map((text) => `under 9 pt: ${text}`));
    await page.emulateMedia({ media: null });
  }
  expect(found).toEqual([]);
});
