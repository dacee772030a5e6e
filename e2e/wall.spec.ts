// A wall does not scroll, at the sizes of projectors, in every language. That its text can be read: observer.spec.ts.
import { expect, test } from './fixtures';
import { resize, showLabScreen } from './lab-screens';

const sizes = [
  [1024, 768],
  [1280, 720],
  [1920, 1080],
] as const;

/** The fullest: the state, the button of its picture, and its title on the wall in English. */
const pictures = [
  ['lesson-came', 4, 'Our predictions'],
  ['asked-came', 4, 'Our predictions'],
  ['league', 5, 'The league'],
  ['finished-12', 1, 'What this ring made'],
  ['training-8', 2, 'The ring'],
] as const;

test('every picture of a wall is whole without scrolling', async ({ tabs }) => {
  const page = await tabs.open();
  const found: string[] = [];
  for (const language of ['en', 'de', 'fr']) {
    await showLabScreen(page, '/network');
    await page.locator('footer select').selectOption(language);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    for (const [state, button, title] of pictures) {
      await showLabScreen(page, `/lab/screen/project?state=${state}`);
      await page.locator('nav button').nth(button).click();
      if (language === 'en') await expect(page.locator('h1')).toHaveText(title);
      for (const [width, height] of sizes) {
        await resize(page, width, height);
        const beyond = () =>
          page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
        // What loads late, and what gives way to it, comes some frames after the rest.
        for (let looks = 0; looks < 20 && (await beyond()) !== 0; looks++) await resize(page, width, height);
        const [px, foot] = [await beyond(), await page.locator('footer').boundingBox()];
        if (px > 0 || foot!.y + foot!.height > height)
          found.push(`${state}, ${language}, ${width} × ${height}: ${px} px too tall`);
      }
    }
  }
  expect(found).toEqual([]);
});
