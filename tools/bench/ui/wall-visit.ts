// Three tabs that train and a wall, on the cores of one machine: the page yields before the ring does.
import type { BrowserContext } from 'puppeteer-core';
import type { RunConfig } from '../../../src/replica/protocol';
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { freshProfile } from '../../harness/browser-facts';
import { countFrames, limitMs, openWindow, pause, stepNow, trainingRing, warmMs } from './ui-visit';

export interface WallFigures {
  /** Each page shows its first screen, on which the sum plays. */
  readonly framesPerSecond: Readonly<Record<'host' | 'guest' | 'guest 2' | 'wall', number>>;
  readonly stepsPerSecond: number;
}

/** A projector’s picture. */
const wallSize = { width: 1280, height: 720 };

export async function tabsAndWall(
  browser: RunningBrowser,
  url: string,
  config: RunConfig,
  measureMs: number,
): Promise<WallFigures> {
  const contexts: BrowserContext[] = [];
  try {
    const { pages, link } = await trainingRing(browser, url, config, 3, contexts);
    contexts.push(await freshProfile(browser));
    const wall = await openWindow(contexts.at(-1)!, observing(link, url, 'project'), wallSize);
    await wall.waitForSelector('main > header h1', { timeout: limitMs });
    await pause(warmMs);
    const [step, beganMs] = [await pages[0].evaluate(stepNow), performance.now()];
    const frames = await Promise.all([...pages, wall].map((page) => page.evaluate(countFrames, measureMs)));
    const steps = (await pages[0].evaluate(stepNow)) - step;
    const [host, guest, third, ofWall] = frames;
    return {
      framesPerSecond: { host, guest, 'guest 2': third, wall: ofWall },
      stepsPerSecond: (1000 * steps) / (performance.now() - beganMs),
    };
  } finally {
    for (const context of contexts) await context.close();
  }
}

/** The address of a page that observes the room of a link. */
export function observing(link: string, url: string, as: 'project' | 'watch'): string {
  const { pathname, hash } = new URL(link, url);
  return `${url}${pathname}/${as}${hash}`;
}
