// Members carry signals for each other (R15): a broken link of the ring comes back while the room server is dead.
import type { Page } from '@playwright/test';
import { expect, quietPage, test } from './fixtures';
import { calm, expectEqualHistories, noticesOf, snapshotOf, untilMoreSteps } from './lockstep-page';
import { startTestServer } from './test-server';
import { closeOne, connectedCount, keepConnections } from './page-connections';
import { formRing, trainTo } from './ring';
import { moons } from './run-configs';

test('the server is dead, a link of the ring breaks: members bring its signals, and it is back', async ({
  tabs,
}) => {
  tabs.expectErrors(); // the browser reports every refused connection
  const server = await startTestServer();
  try {
    const pages: Page[] = [];
    for (let i = 0; i < 3; i++) pages.push(await tabs.openStranger(server.url + quietPage));
    const [host, near, far] = pages;
    for (const page of pages) await keepConnections(page);
    await formRing(host, moons, { Near: near, Far: far });
    await calm(host);
    await trainTo(pages, 3);

    await server.stop();
    for (const page of pages)
      await expect
        .poll(() => noticesOf(page), { intervals: [50] })
        .toContainEqual(expect.stringContaining('The room server is away'));
    expect(await connectedCount(near)).toBe(2);
    const brokenMs = Date.now();
    expect(await closeOne(near)).toBe(1);
    await expect.poll(() => connectedCount(near), { message: 'the link is back', intervals: [50] }).toBe(2);
    console.log(`back ${Date.now() - brokenMs} ms after it broke, without a server`);
    await untilMoreSteps(pages, 3);
    console.log(`three more steps ${Date.now() - brokenMs} ms after it broke`);
    for (const page of pages) {
      const { worldSize, peers } = (await snapshotOf(page))!;
      expect(worldSize, 'nobody was evicted').toBe(3);
      expect(peers.filter(({ isSelf }) => !isSelf).map(({ link }) => link)).toEqual(['direct', 'direct']);
    }
    await expectEqualHistories(pages, 6);
    expect(await server.members(), 'no server helped').toBe(0);
  } finally {
    await server.stop();
  }
});
