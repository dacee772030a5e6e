// What a person reads who fell out of a ring, waits outside a shut one, or watched one that ended: true words, and a way on.
import { expect, test } from './fixtures';
import { showLabScreen } from './lab-screens';
import {
  calm,
  createRoom,
  openConsole,
  order,
  pressJoin,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from './lockstep-page';
import { moons } from './run-configs';

test('an unplugged device joins again without leave; a wall and a guest learn that the room ended', async ({
  tabs,
}) => {
  const host = await tabs.open();
  const { code, url } = await createRoom(host, { ...moons, steps: 100_000 });
  await untilPhase(host, 'lobby');
  const guest = await tabs.openStranger(url);
  await pressJoin(guest);
  await untilWorldSize([host, guest], 2);
  await calm(host, 50);
  await order(host, { kind: 'start' });
  await untilMoreSteps([host, guest], 3);

  // H8a.
  await host.getByRole('button', { name: 'Unplug one' }).click();
  await host.getByRole('button', { name: 'Unplug it' }).click();
  await expect(guest.getByRole('alert')).toContainText('The host unplugged this device');
  await untilWorldSize([host], 1);
  expect((await snapshotOf(host))!.removed).toEqual([]);
  await guest.getByRole('button', { name: 'Join again' }).click();
  await pressJoin(guest);
  await untilWorldSize([host, guest], 2);

  // H13, H14.
  const wall = await tabs.openStranger(`/r/${code}/project`);
  await expect(wall.getByRole('heading', { name: 'The loss' })).toBeVisible();
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
});

test('an invitation says what does not open the room', async ({ tabs }) => {
  const page = await tabs.open('/lab/screen/locked');
  const card = page.getByRole('region', { name: 'Come in' });
  await expect(card).toContainText('The door is locked: nobody new comes in until the host opens it.');
  await expect(card).toContainText('This address works on this device only');
  await expect(card).not.toContainText('Everyone who opens the page');
  await showLabScreen(page, '/lab/screen/waits-at-door');
  await expect(page.getByText(/^Waiting until/)).toBeVisible();
  await expect(card).toHaveCount(0);

  await showLabScreen(page, '/lab/screen/project?state=lobby&private');
  const how = page.getByRole('region', { name: 'How to join' });
  await expect(how.getByRole('heading')).toHaveText('Scan the picture to join');
  await expect(how).toContainText('The code alone does not open this private room');
  await showLabScreen(page, '/lab/screen/project?state=locked&address=http://127.0.0.1:8080');
  await expect(how).toContainText('nobody new comes in now');
  await expect(how).toContainText('This address works on this device only.');

  await showLabScreen(page, '/lab/screen/room-ended?tab=you');
  const you = page.getByRole('region', { name: 'You: Calm Heron' });
  await expect(you).toContainText('You are no longer part of the ring.');
  await expect(you).not.toContainText('of the last batch');
});
