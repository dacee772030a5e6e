// Late parts of a page have their room before they come: the first snapshot, the play row, charts, alerts and texts of another length
// move nothing. Measured as browsers measure it (layout-shift entries), from the first paint until the ring trains.
import { expectRow } from './check-rows';
import { blankPage, expect, test } from './fixtures';
import { expectStill, type Watched, watchShifts, widths } from './layout-shifts';
import { calm, createRoom, joinRoom, order, untilStep, untilWorldSize } from './lockstep-page';
import { moons } from './run-configs';

test('a demo begins and trains, and nothing on its dashboard moves', async ({ tabs }) => {
  for (const width of widths) {
    const page = await tabs.open(blankPage);
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    await watchShifts(page);
    await page.goto('/alone?replicas=2&preset=moons&backend=cpu');
    await untilStep(page, 30);
    await expect(
      page.getByRole('region', { name: 'Loss', exact: true }).locator('path').first(),
    ).toBeVisible();
    await expectStill(page, `${width} px`);
    await page.close();
  }
});

test('a host’s room goes from the lobby to training and to its end, and nothing moves', async ({ tabs }) => {
  const host = await tabs.open(blankPage);
  await host.setViewportSize({ width: 1440, height: 900 });
  await watchShifts(host);
  await host.goto('/privacy');
  const { code, url } = await createRoom(host, moons, true);
  const guest = await tabs.openStranger();
  await joinRoom(guest, url, 'Guest');
  await untilWorldSize([host, guest], 2);
  const wall = await tabs.openStranger(blankPage);
  await wall.setViewportSize({ width: 1280, height: 720 });
  await watchShifts(wall);
  await wall.goto(`/r/${code}/project${new URL(url).hash}`);
  await expect(wall.getByText('2 members are here. Not started yet.')).toBeVisible();
  for (const page of [host, wall]) await page.evaluate(() => (window as unknown as Watched).shifts.splice(0));
  await order(host, { kind: 'start' });
  await untilStep(host, 20);
  await expect(host.getByRole('region', { name: 'Play', exact: true })).toBeVisible();
  await expectStill(host, 'lobby to training');
  await calm(host);
  await expectStill(host, 'a line that is emulated');
  await expect(wall.getByText(/^Training · Step/)).toBeVisible();
  await expectStill(wall, 'the wall');
  await order(host, { kind: 'stop' });
  await expect(host.getByRole('region', { name: 'What this ring made' })).toBeVisible();
  await expectStill(host, 'the end of the run');
});

test('pages without a ring stand still from their first paint', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  await watchShifts(page);
  for (const [path, heading] of [
    ['/lessons', /./],
    ['/lesson/one-model', /./],
    ['/calculator', /./],
    ['/playground', /./],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Lockstep', exact: true })).toBeVisible();
    await expectStill(page, path);
  }
  await page.goto('/check');
  for (const name of ['Direct link', 'Relay', 'Engine']) await expectRow(page, name, 'Good', /\d/);
  await expectStill(page, '/check');
});

test('a phone learns what it is and what its room does, and the Join button stays', async ({ tabs }) => {
  const host = await tabs.open(blankPage);
  await host.goto('/');
  const room = await createRoom(host, moons);
  const page = await tabs.openStranger();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.addInitScript(watchJoinButton);
  await page.goto(room.url);
  await expect(page.getByText(/training has not begun/)).toBeVisible();
  await expect(page.locator('form [role=status] strong').first()).not.toHaveText(/…\s*$/);
  const tops = await page.evaluate(
    () => new Promise<readonly number[]>((resolve) => requestAnimationFrame(() => resolve(joinTops()))),
  );
  expect(tops).toHaveLength(1);
});

declare function joinTops(): readonly number[];

/** Where the button was in the frames so far, each place once. The functions run in the page. */
function watchJoinButton(): void {
  const tops = new Set<number>();
  Object.assign(window, { joinTops: () => [...tops] });
  const look = (): void => {
    const button = document.querySelector('form button[type=submit]');
    if (button) tops.add(Math.round(button.getBoundingClientRect().top));
    requestAnimationFrame(look);
  };
  look();
}
