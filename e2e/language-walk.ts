// Screens in another language: the English sentences that each still shows.
import type { Page } from '@playwright/test';
import { sentences, spokenText } from './catalogue-sentences';
import { expect } from './fixtures';
import { showLabScreen } from './lab-screens';

/** One of each kind: what changes with the state of a ring is in the lab. `own`: so many sentences of the language at least. */
export const spokenScreens: readonly (readonly [address: string, own: number])[] = [
  ['/', 6],
  ['/start', 8],
  ['/lab/screen/check-good', 12],
  ['/calculator', 8],
  ['/playground', 2],
  ['/privacy', 20],
  ['/network', 15],
  ['/lessons', 10],
  ['/lesson/talk-less', 6],
  ['/lesson/talk-less/teacher', 8],
  ['/r/QQQQQQQQQ', 2],
  ['/lab/screen/settings', 6],
  ['/lab/screen/troubles', 40],
  ['/lab/screen/project?state=training-8', 1],
  ['/lab/screen/watch?state=training-8', 4],
  ['/lab/screen/lobby?screen=console', 8],
  ['/lab/screen/claims?screen=console', 8],
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

/** One line for each English sentence on these screens. The browser's language is `language`. */
export async function englishOn(
  page: Page,
  language: 'de' | 'fr',
  screens: typeof spokenScreens,
): Promise<string[]> {
  const { english, own } = sentences(language);
  expect(english.length).toBeGreaterThan(1000);
  const found = async (of: readonly string[]): Promise<string[]> => {
    const text = await page.evaluate(spokenText);
    return of.filter((sentence) => text.includes(sentence));
  };
  const left: string[] = [];
  for (const [address, count] of screens) {
    await showLabScreen(page, address);
    // Parts that load late bring their words with them.
    await expect.poll(async () => (await found(own)).length, address).toBeGreaterThanOrEqual(count);
    for (const sentence of await settled(page, () => found(english))) left.push(`${address}: ${sentence}`);
  }
  return left;
}

/** A screen shows the words of its chunk before those of its language for a moment. */
async function settled(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  for (let looks = 0; ; looks++) {
    const seen = await look();
    if (seen.length === 0 || looks === 20) return seen;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}
