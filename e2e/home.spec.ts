// Home: a real ring of this page, which becomes the demo of who plays with it; and the three ways on, in view without
// scrolling.
import { expect, test } from './fixtures';
import { order, readyMs, snapshotOf, untilMoreSteps } from './lockstep-page';

const step = /^Step [\d,]+$/;
test.describe('a person who likes motion', () => {
  /** These tests are about what moves. */
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('plays with the ring of Home: the same one goes on as the demo', async ({ tabs }) => {
    const page = await tabs.open('/');
    await expect(page.getByText(step)).toBeVisible({ timeout: readyMs });
    const shown = Number(/\d+/.exec((await page.getByText(step).innerText()).replaceAll(',', ''))![0]);
    const loaded = await page.evaluate(() => performance.timeOrigin);
    await page.getByRole('button', { name: 'Play with it' }).click();
    await expect(page).toHaveURL(/\/alone\?replicas=3&preset=moons&backend=cpu&learningRate=0\.03$/);
    await untilMoreSteps([page], 1);
    const { worldSize, lockstep, step: now } = (await snapshotOf(page))!;
    expect([worldSize, lockstep]).toEqual([3, 'agreed']);
    expect(now).toBeGreaterThanOrEqual(shown);
    expect(await page.evaluate(() => performance.timeOrigin), 'nothing reloads').toBe(loaded);
    await order(page, { kind: 'pause' });
    // The curve of the demo has the steps that Home saw.
    const first = await page.evaluate(() => window.lockstep!.stepsAfter(0)[0].step);
    expect(first).toBe(1);
    await expect(page.getByRole('region', { name: 'Status' })).toContainText(/In the ring\s*3/);
  });
});

test('the three ways on are in view without scrolling, in each language', async ({ tabs }) => {
  const page = await tabs.open('/');
  for (const [language, ...ways] of [
    ['en', 'Play with it', 'Join', 'Teach or train with others'],
    ['de', 'Damit spielen', 'Beitreten', 'Unterrichten oder gemeinsam trainieren'],
    ['fr', 'Jouer avec', 'Rejoindre', 'Enseigner ou entraîner à plusieurs'],
  ] as const) {
    await page.evaluate((chosen) => {
      localStorage.setItem('lockstep.view', JSON.stringify({ language: chosen }));
    }, language);
    await page.reload();
    for (const [width, height] of [
      [1440, 900],
      [1366, 768],
      [360, 740],
    ]) {
      await page.setViewportSize({ width, height });
      for (const name of ways) {
        const way = page.getByRole('main').getByText(name, { exact: true });
        await expect(way, `${name} at ${width} × ${height}`).toBeInViewport({ ratio: 1 });
      }
    }
  }
});

test('the pages are a row of links with the open one marked, and a menu on a phone', async ({ tabs }) => {
  const page = await tabs.open('/');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  for (const [name, path] of [
    ['Lessons', '/lessons'],
    ['Calculator', '/calculator'],
    ['Playground', '/playground'],
    ['Check', '/check'],
  ] as const) {
    await pages.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(pages.locator('[aria-current=page]')).toHaveText(name);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(pages).toBeHidden();
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await expect(pages.getByRole('link', { name: 'Lessons' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(pages).toBeHidden();
});

test('an old link to settings opens the form of a room', async ({ tabs }) => {
  const page = await tabs.open('/?v=1&preset=moons&steps=77');
  await expect(page).toHaveURL(/\/start\?v=1&preset=moons&steps=77$/);
  await expect(page.getByLabel('Stop after steps')).toHaveValue('77');
});
