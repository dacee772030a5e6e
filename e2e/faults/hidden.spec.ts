// A tab hidden for ten minutes in a Chromium that throttles as it does for users, without the automation's flags
// against it. The tab in front is linked with it within the browser. Its main thread gets one timer a second, its Worker trains on, and nobody evicts it.
import { findBrowser } from '../../scripts/find-browser.mjs';
import { expect, test } from '@playwright/test';
import { moons } from '../run-configs';
import { hiddenRing, linkOfOther } from '../hidden-ring';
import { FaultRow } from './fault-row';

const isShort = process.env.LOCKSTEP_FAULTS_SHORT === '1';
const hiddenMs = isShort ? 60_000 : 10 * 60_000;

test(`tab hidden for ${hiddenMs / 60_000} min`, async ({ baseURL }, info) => {
  const row = new FaultRow(info);
  const ring = await hiddenRing(findBrowser('chromium')!, baseURL!, moons, 10);
  try {
    const { steps, ticksPerSecond, longestGapMs, before, after, shared } = await ring.trainFor(hiddenMs);
    row.fact('timers of 20 a second it gets', '< 3', ticksPerSecond.toFixed(1), ticksPerSecond < 3);
    row.fact('keeps training', 'steps throughout', `${steps} steps, longest gap ${(longestGapMs / 1000).toFixed(1)} s`, steps > 0 && longestGapMs < 30_000); // prettier-ignore
    const link = linkOfOther(after);
    row.fact('its link', 'same-browser', link ?? 'none', link === 'same-browser');
    const isCalm = after.worldSize === 2 && after.generation === before.generation;
    row.fact('evicted', 'no', isCalm ? 'no' : `world size ${after.worldSize}`, isCalm);
    row.fact(
      'steps with equal digests',
      `≥ ${Math.min(steps, 1000)}`,
      shared,
      shared >= Math.min(steps, 1000),
    );
    expect(shared).toBeGreaterThan(0);
  } finally {
    await ring.close();
  }
});
