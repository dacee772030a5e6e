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

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });
  test('the chunks turn, and the page says how much slower than they do', async ({ tabs }) => {
    const page = await tabs.open('/lab/screen/training-3');
    const ring = page.getByRole('region', { name: 'The ring', exact: true });
    const words = (await ring.getByText(chunkWords).textContent())!;
    const [, hop, unit, factor] = /takes ([\d.]+)\s(m?s) from.*Shown ([\d,]+) times slower/.exec(words)!;
    const shownMs = Number(hop) * (unit === 's' ? 1000 : 1) * Number(factor.replace(',', ''));
    const turning = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((each) => each.effect?.getTiming().iterations === Infinity)
        .map((each) => {
          const { duration } = each.effect!.getTiming();
          const [{ easing }] = (each.effect as KeyframeEffect).getKeyframes();
          return { state: each.playState, ms: Number(duration), easing };
        }),
    );
    // Nothing else on the dashboard moves for ever.
    expect(turning).toHaveLength(1);
    expect(turning[0].ms / shownMs).toBeCloseTo(1, 1);
    expect(turning[0].state).toBe('running');
    // A frame for each step, and not sixty a second.
    const steps = Number(/^steps\((\d+)\)$/.exec(turning[0].easing)?.[1]);
    expect((1000 * steps) / turning[0].ms).toBeGreaterThan(10);
    expect((1000 * steps) / turning[0].ms).toBeLessThan(15);
    await page.getByRole('button', { name: 'Pause display' }).click();
    const stateNow = () => page.evaluate(() => document.getAnimations().map(({ playState }) => playState));
    await expect.poll(stateNow).toEqual(['paused']);
  });
});
