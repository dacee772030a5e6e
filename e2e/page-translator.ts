// A page's translator as a test needs it. It does what those of browsers do: it puts <font> elements in the place of texts,
// also of those that come later, and leaves what is marked `translate="no"`.
import type { Page } from '@playwright/test';
import { expect, type Tabs } from './fixtures';
import { showLabScreen } from './lab-screens';
import { untilMoreSteps } from './lockstep-page';

/** The order in which a translator adds its element and takes the text out. */
type Way = 'replace' | 'insert-first' | 'remove-first';

/** The tabs in turn, while steps are drawn in each. */
export async function walkTabs(page: Page): Promise<void> {
  for (const tab of ['People', 'You', 'Timeline', 'Curves', 'Log']) {
    await page.getByRole('tab', { name: `«${tab}»`, exact: true }).click();
    await untilMoreSteps([page], 1);
  }
  // This sentence is text beside other text, and goes with the pause.
  await expect(page.getByText(/«The last sums took/)).toBeVisible();
}

/** Marks every text of the page: «Start». */
export async function translate(page: Page, how: Way): Promise<void> {
  await page.evaluate((way) => {
    const isMarked = (node: Node): boolean =>
      node.parentElement?.closest('font, [translate=no], style, script') !== null;
    const replace = (text: Text): void => {
      if (!text.isConnected || isMarked(text) || text.data.trim() === '') return;
      const font = document.createElement('font');
      font.append(`«${text.data.trim()}»`);
      const { parentNode, nextSibling } = text;
      if (way === 'replace') text.replaceWith(font);
      else if (way === 'insert-first') {
        parentNode!.insertBefore(font, text);
        parentNode!.removeChild(text);
      } else {
        parentNode!.removeChild(text);
        parentNode!.insertBefore(font, nextSibling);
      }
    };
    const replaceAll = (root: Node): void => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      if (root.nodeType === 3) texts.push(root as Text);
      for (const text of texts) replace(text);
    };
    document.documentElement.classList.add('translated-ltr');
    replaceAll(document.body);
    new MutationObserver((records) => {
      for (const record of records) {
        if (record.type === 'characterData') replaceAll(record.target);
        else for (const node of record.addedNodes) replaceAll(node);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, how);
}

/** Walks through the lab's training screen while a translator of the given order changes its texts: pauses it and lets it go
 *  on. The page knows neither the order nor whether a ring is behind it: the lab's is drawn as often. */
export async function pauseTranslated(tabs: Tabs, how: Way): Promise<void> {
  const page = await tabs.open('/lab/screen/replay');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await translate(page, how);
  await walkTabs(page);
  await showLabScreen(page, '/lab/screen/training-2');
  const status = page.getByRole('region', { name: 'Status' });
  await expect(status.getByRole('heading')).toHaveText(/^«Training/);
  await expect(page.getByText(/«The last sums took/)).toBeVisible();
  await page.getByRole('button', { name: '«Pause»', exact: true }).click();
  await expect(status.getByRole('heading')).toHaveText(/^«Paused/);
  await expect(page.getByText(/The last sums took/)).toHaveCount(0);
  await page.getByRole('button', { name: '«Resume»', exact: true }).click();
  await expect(status.getByRole('heading')).toHaveText(/^«Training/);
  await expect(page.getByRole('button', { name: '«Pause»', exact: true })).toBeVisible();
}
