// The dashboard of a long run, drawn without any training: the panel lab's replay has 10,000 steps, and three more
// every 100 ms. On a laptop's window, and on a phone: a narrow window on a processor made slower.
import type { CDPSession, Viewport } from 'puppeteer-core';
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { freshProfile } from '../../harness/browser-facts';
import { costOf, countFrames, limitMs, openWindow, pause, press, type UiWindow } from './ui-visit';
import type { PageCost } from './ui-report';

export interface ReplayFigures {
  readonly cost: PageCost;
  /** The cost with the display paused: the data still arrives. */
  readonly pausedCost: PageCost;
  /** A second, while the cost was measured. */
  readonly draws: number;
  readonly framesPerSecond: number;
}

/** What a phone of the middle class computes, of what a laptop does: Chromium's own preset for it. */
export const phoneSlowdown = 4;

export type Device = 'laptop' | 'phone';

export const viewports: Readonly<Record<Device, Viewport>> = {
  laptop: { width: 1440, height: 900 },
  phone: { width: 360, height: 780, isMobile: true, hasTouch: true },
};
/** The page has fetched all its parts, and the browser has compiled what is drawn again and again. A class watches for an
 *  hour. */
const settleMs = 40_000;

/** `tab`: which tab of the dashboard is open. */
export async function replayedDashboard(
  browser: RunningBrowser,
  url: string,
  device: Device,
  tab: string,
  measureMs: number,
): Promise<ReplayFigures> {
  const context = await freshProfile(browser);
  try {
    const page = await openWindow(context, replayAt(url, tab), viewports[device]);
    await page.waitForSelector('main section', { timeout: limitMs });
    await pause(settleMs);
    if (device === 'phone') await page.emulateCPUThrottling(phoneSlowdown);
    const [begin, beganMs] = [await page.evaluate(drawsNow), performance.now()];
    const cost = await costOf(page, measureMs);
    const drawn = (await page.evaluate(drawsNow)) - begin;
    const draws = (1000 * drawn) / (performance.now() - beganMs);
    const framesPerSecond = await page.evaluate(countFrames, measureMs / 2);
    await press(page, 'Pause display');
    return { cost, pausedCost: await costOf(page, measureMs), draws, framesPerSecond };
  } finally {
    await context.close();
  }
}

/** MB of JavaScript heap that the replay keeps after a minute, and after so many more. Garbage is collected before. */
export async function replayedHeap(
  browser: RunningBrowser,
  url: string,
  minutes: number,
): Promise<{ readonly begin: number; readonly end: number }> {
  const context = await freshProfile(browser);
  try {
    const page = await openWindow(context, replayAt(url, 'curves'));
    const devtools = await page.createCDPSession();
    await pause(60_000);
    const begin = await heapMb(devtools);
    await pause(60_000 * minutes);
    return { begin, end: await heapMb(devtools) };
  } finally {
    await context.close();
  }
}

function drawsNow(): number {
  return (window as unknown as UiWindow).lockstep!.draws();
}

function replayAt(url: string, tab: string): string {
  return `${url}/lab/screen/replay?tab=${tab}`;
}

async function heapMb(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}
