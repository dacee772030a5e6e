// L20a, L20b, C2g: tabs of one browser are linked by a message channel, others by WebRTC; a tab that crashes is noticed at
// once; where tabs cannot meet, WebRTC takes over; and on two levels tabs of one browser sum first.
import type { Page } from '@playwright/test';
import { blankPage, expect, quietPage, test, type Tabs } from './fixtures';
import {
  createRoom,
  expectEqualHistories,
  joinRoom,
  openTab,
  order,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilWorldSize,
} from './lockstep-page';
import { moons } from './run-configs';

test('two tabs of one browser need no network between them, and a stranger is linked by WebRTC', async ({
  tabs,
}) => {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons);
  const [neighbour, stranger] = [await tabs.open(), await tabs.openStranger()];
  await joinRoom(neighbour, url, 'Neighbour');
  await joinRoom(stranger, url, 'Stranger');
  await untilWorldSize([host, neighbour, stranger], 3);
  await order(host, { kind: 'start' });
  await untilMoreSteps([host, neighbour, stranger], 20);
  await openTab(host, 'People');
  await expect(host.getByRole('row', { name: /^Neighbour / })).toContainText('same browser');
  await expect(host.getByRole('row', { name: /^Stranger / })).not.toContainText('same browser');

  // L20c The neighbour ends without a word.
  await neighbour.close({ runBeforeUnload: false });
  await untilWorldSize([host, stranger], 2);
  await untilMoreSteps([host, stranger], 20);
  await expectEqualHistories([host, stranger], 20);
});

test('C2g two tabs of one browser sum first, and then with a stranger, and the page says so', async ({
  tabs,
}) => {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons);
  const [neighbour, stranger] = [await tabs.open(), await tabs.openStranger()];
  await joinRoom(neighbour, url, 'Neighbour');
  await joinRoom(stranger, url, 'Stranger');
  const all = [host, neighbour, stranger];
  await untilWorldSize(all, 3);
  const buckets = { ...moons.buckets, topology: 'two-levels', gatherBytes: 0 } as const;
  await order(host, { kind: 'set-buckets', buckets });
  await order(host, { kind: 'start' });
  await untilMoreSteps(all, 20);
  const ways = async (): Promise<readonly string[]> =>
    (await stepsOf(stranger)).map(({ topology }) => topology);
  await expect.poll(async () => (await ways()).at(-1)).toMatch(/^two-levels:0(01|10|11)$/);
  await expect(host.getByText('First within each machine, then between machines').first()).toBeVisible();
  await expectEqualHistories(all, 20);

  // The neighbour goes: nobody shares a machine any more.
  await neighbour.close({ runBeforeUnload: false });
  await untilWorldSize([host, stranger], 2);
  await expect.poll(async () => (await ways()).at(-1)).toBe('two-levels');
  await untilMoreSteps([host, stranger], 20);
  await expectEqualHistories([host, stranger], 20);
});

test('L20e a host may have WebRTC everywhere, and take it back, while the ring trains', async ({ tabs }) => {
  const [host, guest] = [await tabs.open(), await tabs.open()];
  const { url } = await createRoom(host, moons);
  await joinRoom(guest, url, 'Guest');
  await untilWorldSize([host, guest], 2);
  await order(host, { kind: 'start' });
  await openTab(host, 'People');
  const row = host.getByRole('row', { name: /^Guest / });
  await expect(row).toContainText('same browser');
  const generation = async (): Promise<number> => (await snapshotOf(host))!.generation;
  const before = await generation();

  await order(host, { kind: 'set-links', onlyWebRtc: true });
  await expect(row).not.toContainText('same browser');
  await untilMoreSteps([host, guest], 20);
  expect(await generation(), 'nobody was lost').toBe(before);
  // A later tab is linked so, too.
  const newcomer = await tabs.open();
  await joinRoom(newcomer, url, 'Newcomer');
  const all = [host, guest, newcomer];
  await untilWorldSize(all, 3);
  await expect(host.getByText('same browser', { exact: true })).toHaveCount(0);
  await openTab(newcomer, 'People');
  await expect(newcomer.getByText('same browser', { exact: true })).toHaveCount(0);

  const ofThree = await generation();
  await order(host, { kind: 'set-links', onlyWebRtc: false });
  await expect(host.getByText('same browser', { exact: true })).toHaveCount(2);
  await untilMoreSteps(all, 20);
  await expectEqualHistories(all, 20);
  expect(await generation(), 'nobody was lost').toBe(ofThree);
});

/** A tab of a browser that lacks these. */
async function openWithout(tabs: Tabs, ...missing: readonly string[]): Promise<Page> {
  const page = await tabs.open(blankPage);
  await page.addInitScript((names) => {
    for (const name of names)
      for (const holder of [globalThis, Navigator.prototype]) Reflect.deleteProperty(holder, name);
  }, missing);
  await page.goto(quietPage);
  return page;
}

test('tabs without SharedWorkers meet in a service worker, and without both they are linked by WebRTC', async ({
  tabs,
}) => {
  const [host, neighbour] = [
    await openWithout(tabs, 'SharedWorker'),
    await openWithout(tabs, 'SharedWorker'),
  ];
  const bare = await openWithout(tabs, 'SharedWorker', 'serviceWorker');
  const { url } = await createRoom(host, moons);
  await joinRoom(neighbour, url, 'Neighbour');
  await joinRoom(bare, url, 'Bare');
  const all = [host, neighbour, bare];
  await untilWorldSize(all, 3);
  await order(host, { kind: 'start' });
  await untilMoreSteps(all, 20);
  await expectEqualHistories(all, 20);
  await openTab(host, 'People');
  await expect(host.getByRole('row', { name: /^Neighbour / })).toContainText('same browser');
  await expect(host.getByRole('row', { name: /^Bare / })).not.toContainText('same browser');
  expect(await host.evaluate(() => navigator.serviceWorker.controller), 'no request passes it').toBeNull();
});
