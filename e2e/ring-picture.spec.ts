// The picture of the ring: the pace of its chunks, its slow and broken edges, and how it closes when a member is gone.
import { expect, test } from './fixtures';
import { calm, createRoom, joinRoom, order, untilStep, untilWorldSize } from './lockstep-page';
import { moons } from './run-configs';

const chunkWords = /A chunk takes [\d.]+\sm?s from one replica to the next\./;

test('a ring loses a member: its picture names it, and closes over those who stay', async ({ tabs }) => {
  const [host, guest, victim] = [await tabs.open(), await tabs.open(), await tabs.open()];
  const { url } = await createRoom(host, { ...moons, steps: 100_000 });
  await joinRoom(guest, url, 'Calm Heron');
  await joinRoom(victim, url, 'Brave Otter');
  await untilWorldSize([host, guest, victim], 3);
  await calm(host);
  await order(host, { kind: 'start' });
  await untilStep(host, 20);
  const ring = host.getByRole('region', { name: 'The ring', exact: true });
  await expect(ring).toContainText(chunkWords);
  await expect(ring.getByRole('img')).toHaveAccessibleName(/Brave Otter/);
  await victim.close();
  await expect(ring.getByRole('status')).toHaveText('Brave Otter left.');
  await expect(ring.getByRole('img')).toHaveAccessibleName(
    /^Ring order: (Host → Calm Heron|Calm Heron → Host)$/,
  );
  // The picture speaks of the ring of two, after the name was shown for five seconds.
  await expect(ring).toContainText(chunkWords);
  await ring.getByRole('button', { name: 'View as table' }).click();
  await expect(ring.getByRole('row')).toHaveCount(3);
});

test('slow and broken edges have words', async ({ tabs }) => {
  const page = await tabs.open('/lab/screen/emulated');
  const ring = page.getByRole('region', { name: 'The ring', exact: true });
  await expect(ring).toContainText(/The slowest edge is from [\w ]+ to [\w ]+: 160\sms a frame\./);
  await expect(ring.getByRole('list', { name: 'Legend' })).toContainText('the slowest edge');
  await page.goto('/lab/screen/regrouping');
  await expect(ring.getByRole('list', { name: 'Legend' })).toContainText('one end is not heard from');
});

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
    const [, hop, unit, factor] = /takes ([\d.]+)\s(m?s) from.*Shown ([\d,]+) times slower/.exec(words)!;
    const shownMs = Number(hop) * (unit === 's' ? 1000 : 1) * Number(factor.replace(',', ''));
    // What came with the page has moved.
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    const hops = await page.evaluate(hopsWithin, 3 * shownMs);
    expect(hops.length).toBeGreaterThanOrEqual(2);
    const betweenMs = (hops.at(-1)!.beganMs - hops[0].beganMs) / (hops.length - 1);
    expect(betweenMs / shownMs).toBeGreaterThan(0.9);
    expect(betweenMs / shownMs).toBeLessThan(1.3);
    // Three replicas: by a third of the circle, in steps.
    for (const { tookMs, end, easing } of hops)
      expect([tookMs, end, easing]).toEqual([420, 'rotate(120deg)', 'steps(1)']);
    await page.getByRole('button', { name: 'Pause display' }).click();
    await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
    expect(await page.evaluate(hopsWithin, 2 * shownMs)).toEqual([]);
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
