// L20a, L20b: tabs of one browser are linked by a message channel, others by WebRTC; a tab that crashes is noticed at once; and where
// tabs cannot meet, WebRTC takes over.
import { expect, test } from './fixtures';
import {
  createRoom,
  expectEqualHistories,
  joinRoom,
  openTab,
  order,
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

test('a tab whose browser has no SharedWorkers is linked by WebRTC', async ({ tabs }) => {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons);
  const bare = await tabs.open('about:blank');
  await bare.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedWorker'));
  await bare.goto('/privacy');
  await joinRoom(bare, url, 'Bare');
  await untilWorldSize([host, bare], 2);
  await order(host, { kind: 'start' });
  await untilMoreSteps([host, bare], 20);
  await expectEqualHistories([host, bare], 20);
  await openTab(host, 'People');
  await expect(host.getByRole('row', { name: /^Bare / })).not.toContainText('same browser');
});
