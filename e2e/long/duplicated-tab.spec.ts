// A browser that duplicates a tab copies what the tab keeps. The copy is no second life of the same member: it says that the
// room is open in another tab, and goes in as one more replica. The first tab stays who it is, also when it is loaded again.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { createRoom, intervals, joinRoom, snapshotOf, untilPhase, untilWorldSize } from '../lockstep-page';
import { moons } from '../run-configs';

const passIn = (page: Page, code: string): Promise<string | null> =>
  page.evaluate((key) => sessionStorage.getItem(key), `lockstep.pass.${code}`);

/** A tab as *Duplicate tab* makes it: another page of this browser with a copy of the session’s storage. */
async function duplicate(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open(location.href));
  return opened;
}

async function namesOn(page: Page): Promise<readonly string[]> {
  return (await snapshotOf(page))!.peers.map(({ name }) => name).sort();
}

test('a duplicated tab says that the room is open in another one, and is one more replica', async ({
  tabs,
}) => {
  const host = await tabs.open();
  const { code, url } = await createRoom(host, moons);
  await untilPhase(host, 'lobby');
  const guest = await tabs.openStranger();
  await joinRoom(guest, url, 'Anna');
  await untilWorldSize([host, guest], 2);
  const copy = await duplicate(guest);
  expect(await passIn(copy, code), 'the copy holds what the first tab keeps').toBe(await passIn(guest, code));
  await expect(copy.getByText(/^This room is open in another tab of this browser/)).toBeVisible();
  await joinRoom(copy, url, 'Anna');
  await untilWorldSize([host, guest, copy], 3);
  await expect.poll(() => namesOn(host), { intervals }).toEqual(['Anna', 'Anna 2', 'Host']);
  expect(await passIn(copy, code)).not.toBe(await passIn(guest, code));

  // Loaded again, the first tab is the same guest, though its old page may still be ending.
  const pass = await passIn(guest, code);
  await guest.reload();
  await joinRoom(guest, url, 'Anna');
  await untilWorldSize([host, guest, copy], 3);
  expect(await passIn(guest, code)).toBe(pass);
  await copy.close();
});

test('the copy of a host’s tab is one more replica, and its room has one member less when it is closed', async ({
  tabs,
}) => {
  const host = await tabs.open('/');
  const { code } = await createRoom(host, moons);
  await untilPhase(host, 'lobby');
  const copy = await duplicate(host);
  await expect(copy.getByText(/^This room is open in another tab of this browser/)).toBeVisible();
  await joinRoom(copy, copy.url(), 'Host');
  await untilWorldSize([host, copy], 2);
  await expect.poll(() => namesOn(host), { intervals }).toEqual(['Host', 'Host 2']);
  expect(await passIn(copy, code)).not.toBe(await passIn(host, code));
  await copy.close();
  await untilWorldSize([host], 1);
  expect((await snapshotOf(host))!.isHost).toBe(true);
});
