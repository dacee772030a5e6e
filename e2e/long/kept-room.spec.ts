// A host whose browser keeps nothing is told, and asked before a reload.
import { expect, test } from '../fixtures';
import { createRoom, untilPhase } from '../lockstep-page';
import { moons } from '../run-configs';

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
