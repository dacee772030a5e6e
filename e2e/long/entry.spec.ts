// Joining a room, and coming back. A code is explained while it is typed, and a room is described before Join. A removed
// browser stays out, an unplugged one does not. Who waits outside a shut room, or watched one that ended, reads true words.
import type { Page } from '@playwright/test';
import { expect, test, type Tabs } from '../fixtures';
import {
  calm,
  createRoom,
  joinRoom,
  openConsole,
  openTab,
  order,
  pressJoin,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from '../lockstep-page';
import { inLobby, type Room } from '../ring';
import { moons } from '../run-configs';

const joinButton = (page: Page) => page.getByRole('button', { name: 'Join', exact: true });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Join with a code or link' });
/** A question every 4 s, and reports of the ring a little rarer: answered within this time, also on a busy machine. */
const lookMs = 60_000;

test('a room is looked up before Join; the removed stay out until they are let in, the unplugged join again', async ({
  tabs,
}) => {
  const { host, code, url } = await inLobby(tabs);
  const guest = await tabs.openStranger(url);
  await expect(guest.getByText('1 here, training has not begun', { exact: true })).toBeVisible({
    timeout: lookMs,
  });
  await pressJoin(guest);
  await untilWorldSize([host, guest], 2);
  const { name } = (await snapshotOf(guest))!.peers.find(({ isSelf }) => isSelf)!;

  const typist = await tabs.openStranger('/');
  await codeField(typist).fill(code.toLowerCase());
  await expect(typist.getByText('2 here, training has not begun', { exact: true })).toBeVisible({
    timeout: lookMs,
  });
  await calm(host, 100); // a few steps are enough
  await order(host, { kind: 'start' });
  const training = typist.getByText(/^2 here, training, step [\d,]+$/);
  await expect(training).toBeVisible({ timeout: lookMs });
  const shownStep = Number(/step ([\d,]+)/.exec(await training.innerText())![1].replaceAll(',', ''));
  expect(shownStep).toBeLessThanOrEqual((await snapshotOf(host))!.step);
  await order(host, { kind: 'pause' });
  await untilPhase(host, 'paused');
  const { step } = (await snapshotOf(host))!;
  await expect(
    typist.getByText(`2 here, paused at step ${step.toLocaleString('en-US')}`, { exact: true }),
  ).toBeVisible({ timeout: lookMs });
  for (const each of ['Host', name]) await expect(typist.locator('body')).not.toContainText(each);
  await typist.close();

  await expectRemoved(host, guest, name, url);
  await expectUnplugged(host, guest);
  await expectEnd(tabs, { code, url }, host, guest);
});

test('a link of another server is opened there, and marks around a link do no harm', async ({ tabs }) => {
  const page = await tabs.open('/');
  await page.route('http://other.example/**', (route) => route.fulfill({ body: 'the other server' }));
  await codeField(page).fill('<http://other.example/r/K7QM4PTX9#abcdefgh>');
  await expect(page.getByText('This link leads to another server, other.example.')).toBeVisible();
  await joinButton(page).click();
  await expect(page).toHaveURL('http://other.example/r/K7QM4PTX9#abcdefgh');
  await page.goto('/r/QQQQQQQQQ).');
  await expect(page.getByRole('alert')).toContainText('There is no room with this code');
});

/** A removed browser stays out after a reload, until the host lets it back in. */
async function expectRemoved(host: Page, guest: Page, name: string, url: string): Promise<void> {
  await openTab(host, 'People');
  // The row is whole once the guest has a rank: before that its buttons still move.
  await expect(host.getByRole('button', { name: `Poison ${name}`, exact: true })).toBeVisible();
  await host.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(host.getByText('This is not a lock')).toBeVisible();
  await host.getByRole('button', { name: 'Remove from the ring' }).click();
  await expect(guest.getByRole('alert')).toContainText(/removed this device|does not let this device in/);
  // The guest has left the room too, so nobody counts it.
  await expect.poll(async () => (await snapshotOf(host))!.peers.length).toBe(1);
  await expect(guest.getByRole('button', { name: /Invite/ })).toHaveCount(0);

  await guest.reload();
  await expect(guest.getByRole('alert')).toContainText('This browser was removed');
  await expect(joinButton(guest)).toHaveCount(0);
  await guest.getByRole('button', { name: 'Ask to be let in' }).click();
  await expect(guest.getByRole('alert')).toContainText(/removed this device|does not let this device in/, {
    timeout: 60_000,
  });
  expect((await snapshotOf(host))!.worldSize).toBe(1);
  const [removed] = (await snapshotOf(host))!.removed;

  // Another tab of that browser counts as the same browser.
  const other = await guest.context().newPage();
  await other.goto(url);
  await expect(other.getByRole('alert')).toContainText('This browser was removed');
  await other.close();

  await host.getByRole('button', { name: `Let ${removed.name} back in` }).click();
  await expect.poll(async () => (await snapshotOf(host))!.removed).toEqual([]);
  await guest.reload();
  await guest.getByRole('button', { name: 'Ask to be let in' }).click();
  await untilWorldSize([host, guest], 2);
}

test('two tabs of one browser that host a room both say so, until one of them leaves', async ({ tabs }) => {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons);
  await untilPhase(host, 'lobby');
  const said = (page: Page) => page.getByText('This room is hosted in another tab of this browser too.');
  await expect(said(host)).toHaveCount(0);
  const second = await tabs.open();
  await joinRoom(second, url, 'Host');
  await untilWorldSize([host, second], 2);
  for (const page of [host, second]) await expect(said(page)).toBeVisible();
  await second.close();
  await expect(said(host)).toHaveCount(0);
});

/** H8a. */
async function expectUnplugged(host: Page, guest: Page): Promise<void> {
  await order(host, { kind: 'start' });
  await untilMoreSteps([host, guest], 3);
  await host.getByRole('button', { name: 'Unplug one' }).click();
  await host.getByRole('button', { name: 'Unplug it' }).click();
  await expect(guest.getByRole('alert')).toContainText('The host unplugged this device');
  await untilWorldSize([host], 1);
  await order(host, { kind: 'pause' }); // one replica alone waits for nobody, and would take a whole core
  expect((await snapshotOf(host))!.removed).toEqual([]);
  await guest.getByRole('button', { name: 'Join again' }).click();
  await expect(joinButton(guest)).toBeVisible();
  await pressJoin(guest);
  await untilWorldSize([host, guest], 2);
  await order(host, { kind: 'start' });
  await untilMoreSteps([host, guest], 2);
}

/** H13, H14. */
async function expectEnd(tabs: Tabs, { code, url }: Room, host: Page, guest: Page): Promise<void> {
  const wall = await tabs.openStranger(`/r/${code}/project`);
  await expect(wall.getByRole('heading', { name: 'What it has learned' })).toBeVisible();
  await order(host, { kind: 'set-door', door: 'locked' });
  await expect(wall.getByText('The door is locked: nobody new comes in now.')).toBeVisible();
  const stranger = await tabs.openStranger(url);
  await expect(stranger.getByText(/The door is locked: only those whom the host let in before/)).toBeVisible({
    timeout: 60_000,
  });
  await stranger.close();
  await openConsole(host);
  await host.getByRole('button', { name: 'End for all …' }).click();
  await host.getByRole('button', { name: 'End it for all' }).click();
  await expect(wall.getByText('The host ended this room for all.')).toBeVisible();
  await expect(wall.getByText(/^The room has ended · Step/)).toBeVisible();
  await untilPhase(guest, 'left');
  await expect(guest.getByRole('heading', { name: 'The room has ended' })).toBeVisible();
  await expect(guest.getByRole('region', { name: 'What this ring made' })).toContainText('Host');
  for (const name of ['Join again', 'Invite'])
    await expect(guest.getByRole('button', { name })).toHaveCount(0);
}
