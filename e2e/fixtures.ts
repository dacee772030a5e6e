// What every end-to-end test starts from: a page whose errors fail the test, and further tabs of the same kind.
// The invariant: no uncaught error and no console error of any tab goes unnoticed.
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';

export interface Tabs {
  /** Opens one more tab of the same browser context; hidden tabs keep their throttled timers. */
  open(path?: string): Promise<Page>;
  /** A tab in a context of its own: another person, with its own storage. */
  openStranger(path?: string): Promise<Page>;
  /** Errors from here on are expected (the test breaks something); returns those heard so far. */
  expectErrors(): readonly string[];
}

export const test = base.extend<{ tabs: Tabs }>({
  tabs: async ({ browser, context }, use) => {
    const errors: string[] = [];
    const strangers: BrowserContext[] = [];
    let count = 0;
    let isExpected = false;
    const openIn = async (where: BrowserContext, path: string): Promise<Page> => {
      const name = `tab ${++count}`;
      const page = await where.newPage();
      page.on('pageerror', (error) => errors.push(`${name}: ${error.stack ?? error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${name}: ${message.text()}`);
      });
      await page.goto(path);
      return page;
    };
    await use({
      open: (path = '/') => openIn(context, path),
      async openStranger(path = '/') {
        const stranger = await browser.newContext();
        strangers.push(stranger);
        return openIn(stranger, path);
      },
      expectErrors() {
        isExpected = true;
        return [...errors];
      },
    });
    for (const stranger of strangers) await stranger.close();
    if (!isExpected) expect(errors, 'errors in the tabs').toEqual([]);
  },
});

export { expect };
