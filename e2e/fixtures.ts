// The base of every end-to-end test: pages whose errors fail the test. A failure is explained with their last snapshot,
// their activity log, their console and their flight record. The invariant: no uncaught error and no console error of
// any tab stays unnoticed.
import { writeFile } from 'node:fs/promises';
import { test as base, expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import type { LockstepConsole } from '../src/replica/protocol';
import { serverPort } from './server-port';

export interface Tabs {
  /** Opens one more tab of the same browser context: the same person, with the same storage. Without a path: `quietPage`. */
  open(path?: string): Promise<Page>;
  /** Opens a tab in a new context, as another person; in `from` when it is not the test's own browser. */
  openStranger(path?: string, from?: Browser): Promise<Page>;
  /** Errors from here on are expected, because the test breaks something; returns the errors so far. */
  expectErrors(): readonly string[];
}

/** The page from which a script enters a room, as from every page. It is still, and no Worker starts with it: to open
 *  Home takes twice as long. */
export const quietPage = '/privacy';

/** The beginning of a test that opens its own address afterwards: to load the page costs most of a core second. */
export const blankPage = 'about:blank';

interface OpenTab {
  readonly name: string;
  readonly page: Page;
  readonly console: string[];
}

/** A tab that does not answer within this time is described without its answer. */
const answerMs = 2_000;
/** The page's half answers after five seconds for a Worker that does not. */
const recordMs = 7_000;

export const test = base.extend<{ tabs: Tabs }>({
  // Ports of the servers: playwright.config.ts.
  // eslint-disable-next-line no-empty-pattern
  baseURL: async ({}, use, { parallelIndex }) => use(`http://127.0.0.1:${serverPort(parallelIndex)}`),
  tabs: async ({ browser, context, contextOptions, baseURL }, use, testInfo) => {
    const errors: string[] = [];
    const opened: OpenTab[] = [];
    const strangers: BrowserContext[] = [];
    let isExpected = false;
    const openIn = async (where: BrowserContext, path: string): Promise<Page> => {
      const tab: OpenTab = { name: `tab ${opened.length + 1}`, page: await where.newPage(), console: [] };
      opened.push(tab);
      tab.page.on('pageerror', (error) => {
        const text = error.stack ?? error.message;
        tab.console.push(`uncaught: ${text}`);
        if (!isExpected) errors.push(`${tab.name}: ${text}`);
      });
      tab.page.on('console', (message) => {
        tab.console.push(`${message.type()}: ${message.text()}`);
        if (message.type() === 'error' && !isExpected) errors.push(`${tab.name}: ${message.text()}`);
      });
      await tab.page.goto(path);
      return tab.page;
    };
    await use({
      open: (path = quietPage) => openIn(context, path),
      async openStranger(path = quietPage, from = browser) {
        const stranger = await from.newContext({ ...contextOptions, baseURL });
        strangers.push(stranger);
        return openIn(stranger, path);
      },
      expectErrors() {
        isExpected = true;
        return [...errors];
      },
    });
    if (testInfo.status !== testInfo.expectedStatus || errors.length > 0)
      for (const tab of opened) {
        const file = testInfo.outputPath(`${tab.name}.json`);
        await writeFile(file, JSON.stringify(await describe(tab), undefined, 2));
        await testInfo.attach(tab.name, { path: file, contentType: 'application/json' });
        const record = testInfo.outputPath(`${tab.name}.flight.jsonl`);
        await writeFile(record, await flightRecordOf(tab.page));
        await testInfo.attach(`${tab.name}: flight record`, {
          path: record,
          contentType: 'application/jsonl',
        });
      }
    // All at once: those that remain would train on.
    await Promise.all([context, ...strangers].map((each) => each.close()));
    expect(errors, 'errors in the tabs').toEqual([]);
  },
});

/** The flight record of the tab's replica; a line that explains why when there is none. */
export async function flightRecordOf(page: Pick<Page, 'evaluate'>): Promise<string> {
  const silence = new Promise<string>((resolve) =>
    setTimeout(resolve, recordMs, '{"kind":"about","record":"no answer"}\n'),
  );
  const asked = page
    .evaluate(() => (window as Window & { readonly lockstep?: LockstepConsole }).lockstep?.flightRecord())
    .then((text) => text ?? '{"kind":"about","record":"not in a ring"}\n')
    .catch((error: Error) => `${JSON.stringify({ kind: 'about', record: error.message })}\n`);
  return Promise.race([asked, silence]);
}

async function describe({ name, page, console: lines }: OpenTab): Promise<unknown> {
  const url = page.url();
  const silence = new Promise((resolve) => setTimeout(resolve, answerMs, 'no answer'));
  const asked = page
    .evaluate(() => {
      const { lockstep } = window as Window & { readonly lockstep?: LockstepConsole };
      return {
        text: document.body.innerText.slice(0, 2000),
        notices: lockstep?.notices(),
        snapshot: lockstep?.snapshot(),
        steps: lockstep
          ?.stepsAfter(0)
          .map(({ step, digest, worldSize }) => `${step} ${digest} ×${worldSize}`),
      };
    })
    .catch((error: Error) => `closed or crashed: ${error.message}`);
  return { name, url, seen: await Promise.race([asked, silence]), console: lines };
}

export { expect };
