// The server introduces members; it never decides about a running ring. An unknown room is explained. A server that
// dies costs no step, and when it is back the peers register again by themselves.
import { expect, quietPage, test } from './fixtures';
import {
  calm,
  createRoom,
  expectEqualHistories,
  intervals,
  joinRoom,
  noticesOf,
  order,
  pressJoin,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from './lockstep-page';
import { startTestServer } from './test-server';
import { moons } from './run-configs';

test('an unknown room has words, and a way back', async ({ tabs }) => {
  const page = await tabs.open('/r/QQQQQQ');
  await expect(page.getByRole('alert')).toContainText('There is no room with this code');
  await expect(page.getByRole('button', { name: 'Join', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Type the code again' }).click();
  await expect(page.getByRole('heading', { name: 'Join a room' })).toBeVisible();
});

test('the server dies and comes back: training goes on, peers register again', async ({ tabs }) => {
  tabs.expectErrors(); // the browser reports every refused connection
  const server = await startTestServer();
  try {
    const [host, guest] = [
      await tabs.openStranger(server.url + quietPage),
      await tabs.openStranger(server.url + quietPage),
    ];
    const { code, url } = await createRoom(host, moons);
    await joinRoom(guest, url, 'Guest');
    await untilWorldSize([host, guest], 2);
    await calm(host);
    await order(host, { kind: 'start' });
    await untilMoreSteps([host, guest], 3);

    await server.stop();
    for (const page of [host, guest])
      await expect
        .poll(() => noticesOf(page), { intervals })
        .toContainEqual(expect.stringContaining('The room server is away'));
    const before = (await snapshotOf(host))!;
    // A step without a server needs as much of it as a thousand. e2e/faults trains for longer without one.
    await untilMoreSteps([host, guest], 20);
    const after = (await snapshotOf(host))!;
    expect(after.generation, 'the ring did not notice').toBe(before.generation);

    // Steps tell nothing about who registers when.
    await order(host, { kind: 'pause' });
    await server.start();
    await expect
      .poll(() => server.members(), { message: 'members of the new server', timeout: 60_000, intervals })
      .toBe(2);
    const third = await tabs.openStranger(`${server.url}/r/${code}`);
    await pressJoin(third);
    await untilWorldSize([host, guest, third], 3);
    await order(host, { kind: 'start' });
    await untilPhase(third, 'training');
    await untilMoreSteps([host, guest, third], 3);
    await expectEqualHistories([host, guest, third], 3);
  } finally {
    await server.stop();
  }
});
