// A member that cannot connect directly is linked through the room server (L14). The ring trains through it, and the screen
// shows it. With UDP really blocked: e2e/long/relay.spec.ts.
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

test('a browser without WebRTC trains through the room server', async ({ tabs }) => {
  const host = await tabs.openStranger();
  const { url } = await createRoom(host, moons);
  const bare = await tabs.openStranger();
  await bare.context().addInitScript(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'));
  await bare.reload();
  await joinRoom(bare, url, 'Bare');
  await untilWorldSize([host, bare], 2);
  await order(host, { kind: 'start' });
  await untilMoreSteps([host, bare], 5);
  await expectEqualHistories([host, bare], 5);
  await openTab(host, 'People');
  await expect(host.getByRole('row', { name: /^Bare / })).toContainText('relayed');
});
