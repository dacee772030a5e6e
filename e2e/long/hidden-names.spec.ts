// H12: the host hides names. Those who are there are called by two words on every screen. Whoever comes later learns the rule
// before Join, and its typed name is in no message to the server and on no screen.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import {
  createRoom,
  intervals,
  openConsole,
  pressJoin,
  snapshotOf,
  untilPhase,
  untilWorldSize,
} from '../lockstep-page';
import { moons } from '../run-configs';

const words = /^[A-Z][a-z]+ [A-Z][a-z]+( \d+)?$/;

/** All that the page sends to its server. What members send each other: member-names.test.ts. */
function listen(page: Page): () => string {
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(payload.toString())));
  page.on('request', (request) => sent.push(request.url(), request.postData() ?? ''));
  return () => sent.join('\n');
}

async function namesOn(page: Page): Promise<Readonly<Record<string, string>>> {
  const { peers } = (await snapshotOf(page))!;
  return Object.fromEntries(peers.map(({ id, name }) => [id, name]));
}

async function typeName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name in the room').fill(name);
  await pressJoin(page);
}

test('the host hides names: two words on every screen, and no typed name in what a later guest sends', async ({
  tabs,
}) => {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons, true);
  await untilPhase(host, 'lobby');
  const guest = await tabs.openStranger();
  await guest.goto(url);
  await typeName(guest, 'Anna Typed');
  await untilWorldSize([host, guest], 2);
  const a = (await snapshotOf(guest))!.self;
  for (const page of [host, guest])
    await expect.poll(() => namesOn(page), { intervals }).toMatchObject({ [a]: 'Anna Typed' });

  await openConsole(host);
  await host.getByRole('switch', { name: 'Hide names' }).click();
  for (const page of [host, guest])
    await expect
      .poll(async () => Object.values(await namesOn(page)), { intervals })
      .toEqual([expect.stringMatching(words), expect.stringMatching(words)]);
  const shown = await namesOn(host);
  expect(await namesOn(guest)).toEqual(shown);
  expect(new Set(Object.values(shown)).size).toBe(2);

  const late = await tabs.openStranger();
  await late.evaluate(() => localStorage.setItem('lockstep.name', 'Cleo Typed'));
  const sent = listen(late);
  await late.goto(url);
  await expect(late.getByText('This room shows two-word names only.')).toBeVisible();
  const field = late.getByLabel('Your name in the room');
  await expect(field).not.toBeEditable();
  const name = await field.inputValue();
  expect(name).toMatch(words);
  await pressJoin(late);
  await untilWorldSize([host, guest, late], 3);
  const c = (await snapshotOf(late))!.self;
  const everyone = [host, guest, late];
  for (const page of everyone)
    await expect.poll(async () => (await namesOn(page))[c], { intervals }).toBe(name);
  for (const page of everyone) expect(JSON.stringify(await snapshotOf(page))).not.toContain('Typed');
  const messages = sent();
  expect(messages).toContain(name); // what is listened to holds the join
  expect(messages).not.toContain('Typed');
  expect(await late.evaluate(() => localStorage.getItem('lockstep.name'))).toBe('Cleo Typed');

  // The dashboards, the host's console and a wall.
  for (const page of everyone) await expect(page.locator('body')).not.toContainText('Typed');
  await expect(host.getByRole('button', { name: `Rename ${shown[a]}`, exact: true })).toBeVisible();
  await expect(guest.locator('body')).toContainText(name);
  const wall = await tabs.openStranger();
  await wall.goto(url.replace(/(\/r\/[^#/]+)/, '$1/project'));
  await expect(wall.locator('body')).toContainText('3');
  for (let picture = 0; picture < 3; picture++) {
    await expect(wall.locator('body')).not.toContainText('Typed');
    await wall.keyboard.press('ArrowRight');
  }

  // Names come back only for those who typed one here.
  await host.getByRole('switch', { name: 'Hide names' }).click();
  for (const page of everyone)
    await expect.poll(() => namesOn(page), { intervals }).toMatchObject({ [a]: 'Anna Typed', [c]: name });
  expect(sent()).not.toContain('Typed');
});
