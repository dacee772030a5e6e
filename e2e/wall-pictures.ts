// The pictures of a wall that have most on them: at which sizes of projectors one is taller than its screen, and the text
// on them that is too small.
import { chooseLanguage } from './choose-language';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';
import { hardToRead } from './hard-to-read';
import { resize, showLabScreen } from './lab-screens';

const sizes = [
  [1024, 768],
  [1280, 720],
  [1920, 1080],
] as const;

/** The fullest: the state, the buttons of its pictures, and their titles on the wall in English. Lessons: the most bars, the
 *  longest options, the longest explanation. A lesson's curves and answers are on one picture, and why on the next. */
const pictures: readonly (readonly [state: string, buttons: Readonly<Record<number, string>>])[] = [
  ['lesson-came&lesson=how-a-sum-travels&stage=asked', { 5: 'How a sum travels' }],
  ['lesson-came&lesson=how-a-sum-travels', { 5: 'How a sum travels', 6: 'How a sum travels' }],
  ['lesson-came&lesson=when-it-stops&stage=asked', { 5: 'When it stops' }],
  ['lesson-came&lesson=fewer-bytes', { 5: 'Fewer bytes', 6: 'Fewer bytes' }],
  ['lesson-came&lesson=when-it-stops', { 5: 'When it stops', 6: 'When it stops' }],
  ['lesson-came&lesson=fuse-and-overlap', { 5: 'Fuse and overlap', 6: 'Fuse and overlap' }],
  ['asked-came', { 5: 'Our predictions' }],
  ['league', { 7: 'The league' }],
  ['finished-12', { 2: 'What this ring made' }],
  ['training-8', { 1: 'What it has learned', 3: 'The ring' }],
  ['training-3', { 1: 'What it has learned' }],
  ['training-text', { 1: 'What it has learned' }],
  ['claims', { 1: 'What it has learned' }],
];

/** One sentence for each thing that is too tall, or too small to be read, in this language. */
export async function pictureFaults(page: Page, language: string): Promise<readonly string[]> {
  const found: string[] = [];
  await showLabScreen(page, '/network');
  await chooseLanguage(page, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  for (const [state, buttons] of pictures) {
    await showLabScreen(page, `/lab/screen/project?state=${state}`);
    for (const [button, title] of Object.entries(buttons)) {
      await page.locator('nav button').nth(Number(button)).click();
      if (language === 'en') await expect(page.locator('h1')).toHaveText(title);
      const faults = [...(await tooTall(page))];
      await resize(page, 1280, 720);
      faults.push(...(await hardToRead(page)));
      found.push(...faults.map((fault) => `${state}, ${title}, ${language}, ${fault}`));
    }
  }
  return found;
}

/** The sizes at which the wall is too tall. */
async function tooTall(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [width, height] of sizes) {
    await resize(page, width, height);
    const beyond = () =>
      page.evaluate(() => {
        const { scrollHeight, clientHeight } = document.documentElement;
        // The model’s place is measured for itself: what leaves it makes no page longer.
        const foot = document.querySelector('footer')!.getBoundingClientRect().top;
        const lowest = Array.from(document.querySelectorAll('main > section *'), (part) =>
          part.checkVisibility() ? part.getBoundingClientRect().bottom : 0,
        );
        // Places of a fraction of a pixel are rounded on both sides.
        return Math.max(scrollHeight - clientHeight, Math.floor(Math.max(0, ...lowest) - foot) - 1, 0);
      });
    // Chunks that load late are drawn some frames after the rest.
    for (let looks = 0; looks < 20 && (await beyond()) !== 0; looks++) await resize(page, width, height);
    const [px, foot] = [await beyond(), await page.locator('footer').boundingBox()];
    if (px > 0 || foot!.y + foot!.height > height) found.push(`${width} × ${height}: ${px} px too tall`);
  }
  return found;
}
