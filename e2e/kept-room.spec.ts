// A person who leaves a room's screen does not lose the room: every other screen leads back to it, and the page warns a host
// whose browser keeps nothing before a reload takes it.
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
  const spelled = `${code.slice(0, 3)} ${code.slice(3)}`;
  await expect(host.getByText(`This tab is still in room ${spelled}.`)).toBeVisible();
  await untilMoreSteps([host], 1);
  await order(host, { kind: 'pause' }); // one replica alone takes a whole core: it waits for nobody
  await host.getByRole('link', { name: 'Lessons' }).first().click();
  await expect(host.getByText(`This tab is still in room ${spelled}.`)).toBeVisible();
  await order(host, { kind: 'start' });
  await host.getByRole('link', { name: 'Back to the room' }).click();
  await expect(host.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  expect((await snapshotOf(host))!.isHost).toBe(true);
});

test('a host whose browser keeps nothing is told, and asked before a reload', async ({ tabs, context }) => {
  await context.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('storage is blocked', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: refuse, configurable: true });
  });
  const host = await tabs.open('/start');
  await createRoom(host, { ...moons, steps: 100_000 });
  await untilPhase(host, 'lobby');
  await expect(host.getByText(/^This browser keeps nothing for this page/)).toBeVisible();
  const asked = host.waitForEvent('dialog');
  await host.getByRole('heading', { level: 1 }).click(); // browsers ask only whoever did something here
  void host.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
});
