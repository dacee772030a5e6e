// Ways for a tab to fail, and the moment at which that hurts most.
import { expect, type Browser, type Page } from '@playwright/test';
import type { LockstepWindow } from './lockstep-page';

/** The tab says no goodbye: its renderer ends. */
export async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  devtools.send('Page.crash').catch(() => undefined); // never answered
}

/** Kills the process by its pid; the browser starts another. */
export async function killGpuProcess(browser: Browser): Promise<void> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  const gpu = processInfo.find(({ type }) => type === 'GPU');
  expect(gpu, 'the browser has a GPU process').toBeDefined();
  process.kill(gpu!.id, 'SIGKILL');
}

/** Resolves once one of the tabs has waited a second for its part of the sum: from `peer`, or from anybody. */
export async function withinSum(pages: readonly Page[], peer?: string): Promise<void> {
  const isSumming = (of: string | undefined): boolean => {
    const phase = (window as LockstepWindow).lockstep?.snapshot()?.phase;
    if (phase?.kind !== 'training' || phase.waitingFor?.what.code !== 'awaits-part') return false;
    return of === undefined || phase.waitingFor.peer === of;
  };
  await Promise.any(pages.map((page) => page.waitForFunction(isSumming, peer, { timeout: 60_000 })));
}
