// A person who leaves a room's screen does not lose the room: every other screen leads back to it.
import { spellCode } from '../src/base/room-code';
import { expect, test } from './fixtures';
import { createRoom, order, snapshotOf, untilMoreSteps, untilPhase } from './lockstep-page';
import { moons } from './run-configs';

test('a page whose replica trains on says so on every screen, and leads back', async ({ tabs }) => {
  const host = await tabs.open('/start');
  const { code } = await createRoom(host, { ...moons, steps: 100_000 });
  await untilPhase(host, 'lobby');
  await order(host, { kind: 'start' });
  await untilMoreSteps([host], 1);
  await expect(host.getByText(/This tab is still in room/)).toHaveCount(0);
  await host.getByRole('link', { name: 'Lockstep' }).click();
  await expect(host).toHaveURL(/\/$/);
  const back = host.getByText(`This tab is still in room ${spellCode(code)}.`);
  await expect(back).toBeVisible();
  await untilMoreSteps([host], 1);
  await order(host, { kind: 'pause' }); // one replica alone takes a whole core: it waits for nobody
  await host.getByRole('link', { name: 'Lessons' }).first().click();
  await expect(back).toBeVisible();
  await order(host, { kind: 'start' });
  await host.getByRole('link', { name: 'Back to the room' }).click();
  await expect(host.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  expect((await snapshotOf(host))!.isHost).toBe(true);
});
