// The first moments of Home, in a profile that was never there: when the page first paints, when a picture first moves, when
// the boundary of the model is drawn, and when its ring trains. Nobody presses anything.
import type { RunningBrowser } from '../../../src/cli/browser/launch-browser';
import { freshProfile } from '../../harness/browser-facts';
import { phoneSlowdown, viewports, type Device } from './dashboard-visit';
import { limitMs, type UiWindow } from './ui-visit';

/** Seconds from the address. */
export interface HomeTimes {
  readonly painted: number;
  readonly moving: number;
  readonly boundary: number;
  readonly training: number;
}

interface HomeWindow extends UiWindow {
  /** ms of the page’s clock, which begins with the address. */
  readonly homeSeen: Partial<Record<'moving' | 'boundary' | 'training', number>>;
}

/** A canvas that is painted again and again, or an animation without an end, is a picture that moves. A picture at rest is
 *  painted up to five times, until its place has its size and its ring has begun. The function is a text: the names that tsx
 *  gives to functions within functions are unknown to a page. */
const noteMoments = `(() => {
  const seen = (window.homeSeen = {});
  const painted = new Map();
  const contextOf = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (...given) {
    if (this.isConnected) painted.set(this, (painted.get(this) ?? 0) + 1);
    return contextOf.apply(this, given);
  };
  const isEndless = (animation) => animation.effect?.getComputedTiming().iterations === Infinity;
  const look = () => {
    const now = performance.now();
    const main = document.querySelector('main');
    if (main) {
      if ([...painted.values()].some((times) => times > 5) || document.getAnimations().some(isEndless)) seen.moving ??= now;
      if (main.querySelector('canvas[data-drawn]')) seen.boundary ??= now;
      if (/Step [\\d,]+/.test(main.textContent)) seen.training ??= now;
    }
    if (seen.moving === undefined || seen.boundary === undefined || seen.training === undefined) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

export async function homeTimes(browser: RunningBrowser, url: string, device: Device): Promise<HomeTimes> {
  const context = await freshProfile(browser);
  try {
    const page = await context.newPage({ type: 'window' });
    await page.setViewport(viewports[device]);
    await page.evaluateOnNewDocument(noteMoments);
    if (device === 'phone') await page.emulateCPUThrottling(phoneSlowdown);
    await page.goto(url, { timeout: limitMs });
    await page.waitForFunction(hasAll, { timeout: limitMs, polling: 100 });
    const { painted, seen } = await page.evaluate(readMoments);
    return {
      painted: painted / 1000,
      moving: seen.moving! / 1000,
      boundary: seen.boundary! / 1000,
      training: seen.training! / 1000,
    };
  } finally {
    await context.close();
  }
}

function hasAll(): boolean {
  const { moving, boundary, training } = (window as unknown as HomeWindow).homeSeen;
  return moving !== undefined && boundary !== undefined && training !== undefined;
}

function readMoments(): { painted: number; seen: HomeWindow['homeSeen'] } {
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return { painted: paint.startTime, seen: (window as unknown as HomeWindow).homeSeen };
}
