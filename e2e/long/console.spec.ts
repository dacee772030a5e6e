// The host's console decides who may come in: a link that moves hosting and was revoked, and a locked door.
import { expect, test } from '../fixtures';
import { openConsole, order, pressJoin, snapshotOf, untilPhase } from '../lockstep-page';
import { formRing, trainTo } from '../ring';
import { moons } from '../run-configs';

test('a revoked link makes no host, and a locked door lets nobody in', async ({ tabs }) => {
  const host = await tabs.open();
  const guest = await tabs.openStranger();
  const both = [host, guest];
  const { url } = await formRing(host, moons, { Guest: guest });
  await trainTo(both, 5);
  await openConsole(host);
  await order(host, { kind: 'pause' });
  for (const page of both) await untilPhase(page, 'paused');

  // A link that was revoked makes no host; whoever has it may still come in.
  await host.getByRole('button', { name: /^Move hosting to another device/ }).click();
  const link = (await host.getByText(/#[\w-]{22}\.[\w-]{43}$/).textContent())!;
  await host.getByRole('button', { name: 'Revoke this link' }).click();
  await expect(host.getByText('A link that moves hosting is out, and not used yet.')).toHaveCount(0);
  const late = await tabs.openStranger(link);
  await pressJoin(late);
  await expect.poll(async () => (await snapshotOf(late))?.worldSize).toBe(3);
  await expect(late.getByRole('button', { name: 'Invite' })).toBeVisible();
  expect((await snapshotOf(late))!.isHost).toBe(false);
  await expect(late.getByRole('button', { name: 'Console', exact: true })).toHaveCount(0);
  await expect(host.getByRole('button', { name: 'Resume', exact: true })).toBeVisible();

  await host.getByRole('radio', { name: 'Locked' }).click();
  const doors = () => Promise.all(both.map(async (page) => (await snapshotOf(page))!.room?.door));
  await expect.poll(doors).toEqual(['locked', 'locked']);
  const third = await tabs.openStranger(url);
  await pressJoin(third);
  const refusal = third.getByRole('alert');
  await expect(refusal).toContainText('The room is locked');
  await expect(refusal).toContainText('The host lets nobody in now.');
  expect((await snapshotOf(host))!.worldSize).toBe(3);
});
