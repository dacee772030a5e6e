// The built page in a real browser, as `npm run bench -- ui` measures it. The functions given to evaluate() run in the
// page.
import type { BrowserContext, CDPSession, Page, Viewport } from 'puppeteer-core';
import type { LockstepConsole, LockstepEntry, RunConfig } from '../../../src/replica/protocol';
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { freshProfile } from '../../harness/browser-facts';
import { costBetween, type Fetched, type PageClock, type PageCost, type Scripts } from './ui-report';

export interface UiWindow {
  readonly lockstep?: LockstepConsole;
  readonly lockstepEntry?: LockstepEntry;
}

export type Language = 'en' | 'de' | 'fr';
export const limitMs = 60_000;
/** The lobby's screen makes way for the dashboard, and the charts have their first hundred steps. */
const settleMs = 5_000;
/** A ring becomes faster for some seconds, as its code is compiled: steps and drawing are compared later. */
export const warmMs = 12_000;
/** Nothing was fetched for so long: a screen has all that it wants. */
const quietMs = 1_500;
/** A laptop's window; the first screen of the dashboard is laid out for it. */
const screen = { width: 1440, height: 900 };
/** More than any measurement lasts. */
export const endless = 10_000_000;

/** A ring that trains, of so many people, each in a window of its own: the host first. `contexts` gets theirs. */
export async function trainingRing(
  browser: RunningBrowser,
  url: string,
  config: RunConfig,
  count: number,
  contexts: BrowserContext[],
): Promise<{ readonly pages: readonly Page[]; readonly link: string }> {
  const pages: Page[] = [];
  for (let tab = 0; tab < count; tab++) {
    contexts.push(await freshProfile(browser));
    pages.push(await openWindow(contexts.at(-1)!, url));
  }
  const [host, ...guests] = pages;
  const room = await host.evaluate(createRoom, { ...config, steps: endless });
  for (const guest of guests) await guest.evaluate(joinRoom, room.url);
  await host.waitForFunction(isWhole, { timeout: limitMs, polling: 100 }, count);
  await host.evaluate(start);
  for (const page of pages) await page.waitForFunction(hasStepped, { timeout: limitMs, polling: 100 });
  return { pages, link: new URL(room.url, url).href };
}

/** What a first visit to Home fetches, and one to the Join screen of a room; undisturbed by any cache. */
export async function scriptsBeforeJoin(
  browser: RunningBrowser,
  url: string,
  config: RunConfig,
  language: Language,
): Promise<Readonly<Record<'home' | 'join link', Fetched>>> {
  const contexts = [await freshProfile(browser), await freshProfile(browser)];
  try {
    const home = await openWindow(contexts[0], url, screen, language);
    const atHome = sumOf(await settledScripts(home));
    const room = await home.evaluate(createRoom, config);
    const join = await openSaving(contexts[1], room.url, language);
    await join.waitForSelector('form button[type=submit]', { timeout: limitMs });
    return { home: atHome, 'join link': sumOf(await settledScripts(join)) };
  } finally {
    for (const context of contexts) await context.close();
  }
}

export interface LaterScripts {
  readonly beforeJoin: Scripts;
  /** The scripts before and after Join, until the dashboard of a training ring had all that it wants. */
  readonly dashboard: Scripts;
  /** The scripts by lesson. */
  readonly lessons: Readonly<Record<string, Scripts>>;
}

/** What the dashboard and each lesson fetch, in a profile of their own. */
export async function laterScripts(
  browser: RunningBrowser,
  url: string,
  config: RunConfig,
  language: Language,
  lessons: readonly string[],
): Promise<LaterScripts> {
  const context = await freshProfile(browser);
  try {
    const page = await openWindow(context, url, screen, language);
    const beforeJoin = ofPage(await settledScripts(page));
    await page.evaluate(createRoom, { ...config, steps: endless });
    await page.waitForFunction(isInLobby, { timeout: limitMs, polling: 100 });
    await page.evaluate(start);
    await page.waitForFunction(hasStepped, { timeout: limitMs, polling: 100 });
    await pause(settleMs);
    const dashboard = ofPage(await settledScripts(page));
    const seen: Record<string, Scripts> = {};
    for (const lesson of lessons) {
      await page.goto(new URL(`/lesson/${lesson}`, url).href, { timeout: limitMs });
      await page.waitForSelector('main h1', { timeout: limitMs });
      seen[lesson] = ofPage(await settledScripts(page));
    }
    return { beforeJoin, dashboard, lessons: seen };
  } finally {
    await context.close();
  }
}

export async function press(page: Page, button: string): Promise<void> {
  await page.locator(`::-p-aria([name="${button}"][role="button"])`).setTimeout(limitMs).click();
}

/** A window of a browser that saves data: what comes ahead, once a screen is whole, does not come. */
async function openSaving(context: BrowserContext, url: string, language: Language): Promise<Page> {
  return openWindow(context, url, screen, language, [
    `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`,
  ]);
}

/** `language`: the browser's. `before`: scripts that run before the page's. */
export async function openWindow(
  context: BrowserContext,
  url: string,
  viewport: Viewport = screen,
  language: Language = 'en',
  before: readonly string[] = [],
): Promise<Page> {
  const page = await context.newPage({ type: 'window' });
  for (const script of before) await page.evaluateOnNewDocument(script);
  // The function is a text: the names that tsx gives to functions within functions are unknown to a page.
  await page.evaluateOnNewDocument(
    `Object.defineProperty(navigator, 'languages', { get: () => ['${language}'] })`,
  );
  await page.setViewport(viewport);
  await page.goto(url, { timeout: limitMs });
  await page.waitForFunction(() => 'lockstepEntry' in window, { timeout: limitMs });
  return page;
}

export async function costOf(page: Page, measureMs: number): Promise<PageCost> {
  const devtools = await page.createCDPSession();
  try {
    // Processor time: on a busy machine, time passes while a thread waits for a core.
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const begin = await readClock(devtools);
    await pause(measureMs);
    return costBetween(begin, await readClock(devtools));
  } finally {
    await devtools.detach();
  }
}

async function readClock(devtools: CDPSession): Promise<PageClock> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const atS = performance.now() / 1000;
  const of = (name: string): number => {
    const metric = metrics.find((each) => each.name === name);
    if (!metric) throw new Error(`the browser does not count ${name}`);
    return metric.value;
  };
  return {
    atS,
    task: of('TaskDuration'),
    script: of('ScriptDuration'),
    layout: of('LayoutDuration'),
    style: of('RecalcStyleDuration'),
  };
}

/** Waits until nothing more comes. */
async function settledScripts(page: Page): Promise<Scripts> {
  let seen = await page.evaluate(readScripts);
  for (let sinceMs = performance.now(); performance.now() - sinceMs < quietMs;) {
    await pause(100);
    const now = await page.evaluate(readScripts);
    if (Object.keys(now).length !== Object.keys(seen).length) sinceMs = performance.now();
    seen = now;
  }
  return seen;
}

/** A Worker's own modules are in its file: the build makes one of each. */
const isOfWorker = (file: string): boolean => /-entry-/.test(file);

/** The goal leaves simple-peer out: the handshake of WebRTC takes it, however small the page is. */
const isCounted = (file: string): boolean => !isOfWorker(file) && !/\/simple-peer-/.test(file);

function ofPage(scripts: Scripts): Scripts {
  return Object.fromEntries(Object.entries(scripts).filter(([file]) => isCounted(file)));
}

function sumOf(scripts: Scripts): Fetched {
  const bytes = { page: 0, workers: 0 };
  for (const [file, size] of Object.entries(scripts)) bytes[isOfWorker(file) ? 'workers' : 'page'] += size;
  return bytes;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function createRoom(config: RunConfig): Promise<{ url: string }> {
  const { lockstepEntry } = window as unknown as UiWindow;
  return lockstepEntry!.create({ isOpen: true, config, name: 'Host', engine: 'cpu' });
}

export function joinRoom(link: string): Promise<void> {
  return (window as unknown as UiWindow).lockstepEntry!.join(link, 'Guest', 'cpu');
}

export function isWhole(count: number): boolean {
  const snapshot = (window as unknown as UiWindow).lockstep?.snapshot();
  return snapshot?.phase.kind === 'lobby' && snapshot.worldSize === count;
}

export function isInLobby(): boolean {
  return (window as unknown as UiWindow).lockstep?.snapshot()?.phase.kind === 'lobby';
}

export function start(): void {
  (window as unknown as UiWindow).lockstep!.send({ kind: 'host', command: { kind: 'start' } });
}

export function hasStepped(): boolean {
  return ((window as unknown as UiWindow).lockstep?.snapshot()?.step ?? 0) > 0;
}

export function stepNow(): number {
  return (window as unknown as UiWindow).lockstep!.snapshot()!.step;
}

export async function countFrames(forMs: number): Promise<number> {
  const beganMs = await new Promise<number>(requestAnimationFrame);
  for (let frames = 1; ; frames++) {
    const passedMs = (await new Promise<number>(requestAnimationFrame)) - beganMs;
    if (passedMs >= forMs) return (1000 * frames) / passedMs;
  }
}

/** The scripts from the server or from the cache: as served. */
function readScripts(): Scripts {
  const scripts: Record<string, number> = {};
  for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
    const { pathname } = new URL(entry.name);
    if (pathname.endsWith('.js')) scripts[pathname] = entry.encodedBodySize;
  }
  return scripts;
}
