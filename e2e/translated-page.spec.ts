// A translated page. The test's translator does what those of browsers do: it puts <font> elements in the place of texts,
// also of those that come later, and leaves what is marked `translate="no"`.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { showLabScreen } from './lab-screens';
import { formRing } from './ring';
import { calm, createRoom, order, untilMoreSteps, untilPhase, untilStep, snapshotOf } from './lockstep-page';
import { moons } from './run-configs';

/** The order in which a translator adds its element and takes the text out. */
type Way = 'replace' | 'insert-first' | 'remove-first';

test('a host whose page is translated goes on', async ({ tabs }) => {
  const host = await tabs.open('/');
  await formRing(host, { ...moons, steps: 100_000 }, { Guest: await tabs.openStranger() });
  await calm(host);
  await translate(host, 'replace');
  await host.getByRole('button', { name: '«Start»', exact: true }).click();
  await untilStep(host, 3);
  await walkTabs(host);
  await order(host, { kind: 'pause' });
  await untilPhase(host, 'paused');
  const { step } = (await snapshotOf(host))!;
  const status = host.getByRole('region', { name: 'Status' });
  await expect(status.getByRole('heading')).toHaveText(/^«Paused/);
  await expect(host.getByText(/The last sums took/)).toHaveCount(0);
  // Live figures are not translated at all.
  await expect(status.getByText(step.toLocaleString('en'), { exact: true })).toBeVisible();
  // Words that changed are translated again: none is of an earlier phase.
  await host.getByRole('button', { name: '«Resume»', exact: true }).click();
  await untilMoreSteps([host], 1);
  await expect(status.getByRole('heading')).toHaveText(/^«Training/);
  await expect(host.getByRole('button', { name: '«Pause»', exact: true })).toBeVisible();
});

// The page does not know which way it is, nor whether a ring is behind it: the lab's is drawn as often.
for (const way of ['insert-first', 'remove-first'] as const)
  test(`a page that is translated goes on, whatever the translator does first (${way})`, async ({ tabs }) => {
    const page = await tabs.open('/lab/screen/replay');
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await translate(page, way);
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
  });

/** The tabs in turn, while steps are drawn in each. */
async function walkTabs(page: Page): Promise<void> {
  for (const tab of ['People', 'You', 'Timeline', 'Curves', 'Log']) {
    await page.getByRole('tab', { name: `«${tab}»`, exact: true }).click();
    await untilMoreSteps([page], 1);
  }
  // This sentence is text beside other text, and goes with the pause.
  await expect(page.getByText(/«The last sums took/)).toBeVisible();
}

/** Marks every text of the page: «Start». */
async function translate(page: Page, how: Way): Promise<void> {
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

test('a screen that fails to draw claims nothing of the replica, and is drawn again by itself', async ({
  tabs,
}) => {
  const host = await tabs.open('/');
  await createRoom(host, { ...moons, steps: 100_000 });
  await untilPhase(host, 'lobby');
  await order(host, { kind: 'start' });
  await untilStep(host, 3);
  await expect(host.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  tabs.expectErrors();
  await host.evaluate(() => {
    const { toFixed } = Number.prototype;
    Number.prototype.toFixed = () => {
      throw new Error('the test breaks drawing');
    };
    Object.assign(window, { mend: () => (Number.prototype.toFixed = toFixed) });
  });
  await expect(host.getByText('Only the drawing failed.')).toBeVisible();
  await expect(host.getByText(/replica stopped/)).toHaveCount(0);
  await untilMoreSteps([host], 3);
  await host.evaluate(() => (window as Window & { mend?: () => void }).mend!());
  await expect(host.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect(host.getByText('Only the drawing failed.')).toHaveCount(0);
});
