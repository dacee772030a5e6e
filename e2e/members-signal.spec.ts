// Members carry signals for each other (R15): with the room server dead, a link of the ring that breaks comes back.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  createRoom,
  expectEqualHistories,
  joinRoom,
  noticesOf,
  order,
  snapshotOf,
  untilMoreSteps,
  untilWorldSize,
} from './lockstep-page';
import { startOwnServer } from './own-server';
import { moons } from './run-configs';

type Recorded = Window & { connections?: RTCPeerConnection[] };

/** From now on the page keeps its connections where a test can close one. */
function keepConnections(page: Page): Promise<void> {
  return page.evaluate(() => {
    const kept: RTCPeerConnection[] = ((window as Recorded).connections = []);
    const Real = window.RTCPeerConnection;
    window.RTCPeerConnection = class extends Real {
      constructor(configuration?: RTCConfiguration) {
        super(configuration);
        kept.push(this);
      }
    };
  });
}

const open = (page: Page) =>
  page.evaluate(
    () =>
      (window as Recorded).connections!.filter(({ connectionState }) => connectionState === 'connected')
        .length,
  );

test('the server is dead, a link of the ring breaks: members bring its signals, and it is back', async ({
  tabs,
}) => {
  tabs.expectErrors(); // the browser reports every refused connection
  const server = await startOwnServer();
  try {
    const pages: Page[] = [];
    for (let i = 0; i < 3; i++) pages.push(await tabs.openStranger(server.url));
    const [host, near, far] = pages;
    for (const page of pages) await keepConnections(page);
    const { url } = await createRoom(host, moons);
    await Promise.all([joinRoom(near, url, 'Near'), joinRoom(far, url, 'Far')]);
    await untilWorldSize(pages, 3);
    await order(host, { kind: 'start' });
    await untilMoreSteps(pages, 3);

    await server.stop();
    for (const page of pages)
      await expect
        .poll(() => noticesOf(page))
        .toContainEqual(expect.stringContaining('The room server is away'));
    expect(await open(near)).toBe(2);
    await near.evaluate(() =>
      (window as Recorded)
        .connections!.find(({ connectionState }) => connectionState === 'connected')!
        .close(),
    );
    const brokenMs = Date.now();
    expect(await open(near)).toBe(1);
    await expect.poll(() => open(near), { message: 'the link is back', intervals: [50] }).toBe(2);
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
