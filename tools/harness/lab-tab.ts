// A tab with a page of the labs (lab-page.ts), whose errors are reported on stderr.
import type { Page } from 'puppeteer-core';
import type { RunningBrowser } from '../../src/cli/browser/launch-browser';

/** Resolves once the page's script has set `ready` of its window. */
export async function openLabTab(
  browser: RunningBrowser,
  url: string,
  name: string,
  ready: string,
): Promise<Page> {
  const page = await browser.newTab();
  // Chromium counts a tab behind others as visible, so nothing slows it.
  if (browser.name === 'chromium') await page.emulateFocusedPage(true);
  page.on('pageerror', (error) => console.error(`${name}: ${String(error)}`));
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`${name}: ${message.text()}`);
  });
  await page.goto(url);
  await page.waitForFunction((key) => key in window, {}, ready);
  return page;
}
