// The picture of the ring: its size and the pace of its chunks. What it says: app/panels/ring/ring-panels.test.tsx; how it
// closes when a member is gone: play-row.spec.ts.
import { expect, test } from '../fixtures';
import { chunkWords } from '../ring';

test('after a look at the table the picture is measured anew', async ({ tabs }) => {
  const page = await tabs.open('/lab/screen/training-3');
  const ring = page.getByRole('region', { name: 'The ring', exact: true });
  const picture = ring.getByRole('img');
  const [withNames, narrow] = ['0 0 440 340', '60 0 320 340'];
  await page.setViewportSize({ width: 1000, height: 900 });
  await page.getByRole('tab', { name: 'Ring' }).click();
  await expect(picture).toHaveAttribute('viewBox', withNames);
  await ring.getByRole('button', { name: 'View as table' }).click();
  await expect(ring.getByRole('table')).toBeVisible();
  await ring.getByRole('button', { name: 'View as picture' }).click();
  await expect(picture).toHaveAttribute('viewBox', withNames);
  await page.setViewportSize({ width: 330, height: 900 });
  await expect(picture).toHaveAttribute('viewBox', narrow);
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });
  test('the chunks turn, and the page says how much slower than they do', async ({ tabs }) => {
    const page = await tabs.open('/lab/screen/training-3');
    const ring = page.getByRole('region', { name: 'The ring', exact: true });
    const words = (await ring.getByText(chunkWords).textContent())!;
    const [, hop, unit, factor] = /took ([\d.]+)\s(m?s) from.*Shown ([\d,]+) times slower/.exec(words)!;
    const shownMs = Number(hop) * (unit === 's' ? 1000 : 1) * Number(factor.replace(',', ''));
    // What came with the page has moved.
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    const hops = await page.evaluate(hopsWithin, 2.5 * shownMs);
    expect(hops.length).toBeGreaterThanOrEqual(2);
    const betweenMs = (hops.at(-1)!.beganMs - hops[0].beganMs) / (hops.length - 1);
    expect(betweenMs / shownMs).toBeGreaterThan(0.9);
    expect(betweenMs / shownMs).toBeLessThan(1.3);
    // Three replicas: by a third of the circle, in steps.
    for (const { tookMs, end, easing } of hops)
      expect([tookMs, end, easing]).toEqual([340, 'rotate(120deg)', 'steps(1)']);
    await page.getByRole('button', { name: 'Pause display' }).click();
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await page.evaluate(hopsWithin, 1.3 * shownMs)).toEqual([]);
  });
});

interface Hop {
  readonly beganMs: number;
  readonly tookMs: number;
  readonly end: string;
  readonly easing: string;
}

/** Every animation that begins on the page within so long. */
async function hopsWithin(forMs: number): Promise<Hop[]> {
  const seen = new Map<Animation, Hop>();
  const endMs = performance.now() + forMs;
  while (performance.now() < endMs) {
    for (const each of document.getAnimations()) {
      if (seen.has(each)) continue;
      const frames = (each.effect as KeyframeEffect).getKeyframes();
      const tookMs = Number(each.effect!.getTiming().duration);
      const end = String(frames.at(-1)!.transform);
      seen.set(each, { beganMs: performance.now(), tookMs, end, easing: frames[0].easing });
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return [...seen.values()];
}
