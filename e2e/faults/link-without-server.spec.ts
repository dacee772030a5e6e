// The server introduces members; it never decides about a running ring. A server that dies costs no step, and members carry
// signals for each other meanwhile (R15): a broken link of the ring comes back. When the server is back, the peers register
// again by themselves.
import type { Page } from '@playwright/test';
import { expect, quietPage, test } from '../fixtures';
import {
  calm,
  expectEqualHistories,
  intervals,
  noticesOf,
  order,
  pressJoin,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from '../lockstep-page';
import { closeOne, connectedCount, keepConnections } from '../page-connections';
import { formRing, trainTo } from '../ring';
import { startTestServer } from '../test-server';
import { moons } from '../run-configs';

test('the server dies, a link breaks and is back; the server comes back, and peers register again', async ({
  tabs,
}) => {
  tabs.expectErrors(); // the browser reports every refused connection
  const server = await startTestServer();
  try {
    const pages: Page[] = [];
    for (let i = 0; i < 3; i++) pages.push(await tabs.openStranger(server.url + quietPage));
    const [host, near, far] = pages;
    for (const page of pages) await keepConnections(page);
    const { code } = await formRing(host, moons, { Near: near, Far: far });
    await calm(host, 30);
    await trainTo(pages, 3);

    await server.stop();
    for (const page of pages)
      await expect
        .poll(() => noticesOf(page), { intervals })
        .toContainEqual(expect.stringContaining('The room server is away'));
    const before = (await snapshotOf(host))!;
    // A step without a server needs as much of it as a thousand. server-gone.spec.ts trains for longer without one.
    await untilMoreSteps(pages, 10);
    expect((await snapshotOf(host))!.generation, 'the ring did not notice').toBe(before.generation);
    expect(await connectedCount(near)).toBe(2);
    const brokenMs = Date.now();
    expect(await closeOne(near)).toBe(1);
    await expect.poll(() => connectedCount(near), { message: 'the link is back', intervals: [50] }).toBe(2);
    console.log(`back ${Date.now() - brokenMs} ms after it broke, without a server`);
    await untilMoreSteps(pages, 3);
    for (const page of pages) {
      const { worldSize, peers } = (await snapshotOf(page))!;
      expect(worldSize, 'nobody was evicted').toBe(3);
      expect(peers.filter(({ isSelf }) => !isSelf).map(({ link }) => link)).toEqual(['direct', 'direct']);
    }
    expect(await server.members(), 'no server helped').toBe(0);

    // Steps tell nothing about who registers when.
    await order(host, { kind: 'pause' });
    await server.start();
    await expect
      .poll(() => server.members(), { message: 'members of the new server', timeout: 60_000, intervals })
      .toBe(3);
    const fourth = await tabs.openStranger(`${server.url}/r/${code}`);
    await pressJoin(fourth);
    pages.push(fourth);
    await untilWorldSize(pages, 4);
    await order(host, { kind: 'start' });
    await untilPhase(fourth, 'training');
    await untilMoreSteps(pages, 3);
    await expectEqualHistories(pages, 3);
  } finally {
    await server.stop();
  }
});
