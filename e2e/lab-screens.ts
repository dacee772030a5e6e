// Screens of the panel lab, shown one after another in one document, and what is wrong with their layout.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { places } from '../tools/lab/fixtures/places';
import { entriesOf } from '../scripts/words/compiled.mjs';
import { layoutFaults } from './layout-faults';

/** The heading of an address without a screen, in every language. */
const nothingThere = new RegExp(
  ['en', 'de', 'fr', 'es'].map((language) => translated('Nothing is at this address', language)).join('|'),
);

function translated(wanted: string, language: string): string {
  const po = readFileSync(path.join(import.meta.dirname, `../app/words/${language}/first.po`), 'utf8');
  return entriesOf(po).find(({ sentence }) => sentence === wanted)!.translation;
}

/** The states of the lab by name, from their source: the lab itself runs in the page. */
export const labStates: readonly string[] = [
  ...readFileSync(path.join(import.meta.dirname, '../tools/lab/fixtures/states.ts'), 'utf8').matchAll(
    /\(\) => \(\{ name: '([\w-]+)'/g,
  ),
].map(([, name]) => name);

/** The screens outside a ring. Those for us, of the labs, are not walked. */
export const labPlaces = places.filter(({ route }) => !route.startsWith('/lab/'));

/** A busy machine draws parts that load late and charts that follow their frame some frames after the rest. */
export const settleMs = 10_000;

export async function resize(page: Page, width: number, height = 900): Promise<void> {
  await page.setViewportSize({ width, height });
  // Charts follow their frame's size: one frame to measure it, one to draw.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Shows a screen in the page's own document: to load one for each screen takes longer than to draw them. The address
 *  between has no screen, so that nothing of the state before is left. */
export async function showLabScreen(page: Page, address: string): Promise<void> {
  const go = (to: string): Promise<void> => page.evaluate((path) => history.pushState(null, '', path), to);
  const nothing = page.getByRole('heading', { name: nothingThere });
  const isLab = await page.evaluate(() => 'lab' in document.documentElement.dataset);
  await (isLab ? go('/lab/nothing') : page.goto('/lab/nothing'));
  await nothing.waitFor();
  // The page is at rest: what moves lies over other things on its way.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await go(address);
  await nothing.waitFor({ state: 'detached' });
  await page.locator('h1').first().waitFor();
}

/** Faults that are there at every look. */
export async function lastingFaults(page: Page): Promise<readonly string[]> {
  const endMs = Date.now() + settleMs;
  for (;;) {
    const faults = await page.evaluate(layoutFaults);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) faults.push(`${overflow} px wider than the screen`);
    if (faults.length === 0 || Date.now() > endMs) return faults;
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  }
}

/** What moves by itself, though less motion is asked for (showLabScreen). */
export function movingParts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    document.getAnimations().map(({ effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return `${target?.tagName.toLowerCase() ?? 'something'}.${target?.getAttribute('class') ?? ''} moves`;
    }),
  );
}
