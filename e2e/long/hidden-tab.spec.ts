// A hidden tab under the browser's own throttling, linked to the tab in front within the browser. Its main thread gets about one timer a second, its Worker trains on,
// nobody evicts it, and its page draws nothing. A row of `npm run test:faults` runs this for ten minutes.
import { expect, test } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.mjs';
import { hiddenRing, linkOfOther } from '../hidden-ring';
import { moons } from '../run-configs';

const hiddenMs = 4_000;

test('a hidden tab trains on, stays a member, and draws nothing', async ({ baseURL }) => {
  const ring = await hiddenRing(findBrowser('chromium')!, baseURL!, moons, 10);
  try {
    const { steps, ticksPerSecond, draws, before, after, shared } = await ring.trainFor(hiddenMs);
    console.log(`${steps} steps and ${ticksPerSecond.toFixed(1)} timers of 20 a second in ${hiddenMs} ms`);
    expect(ticksPerSecond, 'the throttling is real').toBeLessThan(3);
    expect(draws, 'nobody sees it').toBe(0);
    expect(linkOfOther(after)).toBe('same-browser');
    expect([after.worldSize, after.generation], 'nobody was evicted').toEqual([2, before.generation]);
    // The step before them counts too, and the tab in front may be one behind.
    expect(shared).toBeGreaterThanOrEqual(steps);
  } finally {
    await ring.close();
  }
});
