// A private room: the whole link opens it, and the code alone is answered with what is missing. The host who reloads is
// its host again. The key in the fragment never reaches the server, in no address and in no message.
import { expect, test } from '../fixtures';
import {
  chooseUsualEngine,
  createRoom,
  joinRoom,
  order,
  pressJoin,
  snapshotOf,
  untilPhase,
  untilStep,
  untilWorldSize,
} from '../lockstep-page';
import { moons } from '../run-configs';

test('the whole link opens a private room, the code alone does not', async ({ tabs, context }) => {
  const sent: string[] = [];
  const watch = (where: typeof context): void => {
    where.on('request', (request) => sent.push(request.url(), request.postData() ?? ''));
    where.on('page', (page) =>
      page.on('websocket', (socket) =>
        socket.on('framesent', ({ payload }) => sent.push(payload.toString())),
      ),
    );
  };
  watch(context);
  const host = await tabs.open();
  const { code, url } = await createRoom(host, moons, false);
  const key = new URL(url).hash.slice(1);
  expect(key).toMatch(/^[\w-]{22}$/);
  await untilPhase(host, 'lobby');

  const guest = await tabs.openStranger();
  watch(guest.context());
  await guest.goto(url);
  await pressJoin(guest);
  await untilWorldSize([host, guest], 2);

  const stranger = await tabs.openStranger('/');
  await stranger.getByRole('textbox', { name: 'Join with a code or link' }).fill(code);
  await stranger.getByRole('button', { name: 'Join', exact: true }).click();
  const before = stranger.getByRole('alert');
  await expect(before).toContainText('its code alone does not open it');
  await expect(before).toContainText('the part after #');
  await expect(stranger.getByRole('button', { name: 'Join', exact: true })).toHaveCount(0);
  // The members' page still notices without the check before Join.
  await joinRoom(stranger, code, 'Stranger');
  await expect(stranger.getByRole('alert')).toContainText('The link is not complete');
  await expect(stranger.getByRole('button', { name: 'Invite' })).toHaveCount(0);

  await joinRoom(stranger, url.replace(/.{4}$/, 'AAAA'), 'Guesser');
  await expect(stranger.getByRole('alert')).toContainText('The link is not complete');
  expect((await snapshotOf(host))!.worldSize).toBe(2);

  // The sentence of an open room: newcomer.spec.ts.
  await expect(host.getByText('the code alone does not open it')).toBeVisible();
  await host.goto(`/r/${code}`); // the address has lost the key in its fragment
  await host.reload();
  await expect(host.getByText('You are this room’s host.')).toBeVisible();
  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Go in as the host' }).click();
  await untilWorldSize([host, guest], 2);
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilStep(guest, 2);
  await order(host, { kind: 'pause' });
  await untilPhase(guest, 'paused');
  for (const name of ['Pause', 'Resume'])
    await expect(guest.getByRole('button', { name, exact: true })).toHaveCount(0);

  expect(
    sent.some((text) => text.includes(code)),
    'what was sent is seen here',
  ).toBe(true);
  expect(sent.filter((text) => text.includes(key))).toEqual([]);
});
