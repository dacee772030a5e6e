// Two members that cannot connect directly are linked through the room server within 8 s of meeting (L14). The ring
// trains through it, and the screen shows it. UDP is really blocked, by without-udp.ts;
// another browser has no WebRTC.
import type { Page } from '@playwright/test';
import { expect, quietPage, test } from '../fixtures';
import {
  calm,
  createRoom,
  expectEqualHistories,
  joinRoom,
  openTab,
  order,
  snapshotOf,
  untilMoreSteps,
  untilWorldSize,
} from '../lockstep-page';
import { moons } from '../run-configs';
import { launchWithoutUdp } from '../without-udp';

test('UDP blocked: the link goes through the room server, and the ring trains', async ({
  tabs,
  launchOptions,
}) => {
  const blocked = await launchWithoutUdp(launchOptions);
  try {
    const host = await tabs.openStranger();
    const { url } = await createRoom(host, moons);
    const near = await tabs.openStranger();
    const far = await tabs.openStranger(quietPage, blocked);
    await Promise.all([joinRoom(near, url, 'Near'), joinRoom(far, url, 'Far')]);
    const metMs = Date.now();
    const { self } = (await snapshotOf(far))!;
    const linkTo = async (page: Page, id: string) =>
      (await snapshotOf(page))?.peers.find((peer) => peer.id === id)?.link;
    for (const page of [host, near])
      await expect
        .poll(() => linkTo(page, self), { message: 'the link to Far', intervals: [50], timeout: 60_000 })
        .toBe('relayed');
    const openMs = Date.now() - metMs;
    console.log(`relayed links open ${openMs} ms after the peers met (goal ≤ 8000)`);
    expect(await linkTo(host, (await snapshotOf(near))!.self), 'the others are not relayed').toBe('direct');

    await untilWorldSize([host, near, far], 3);
    await calm(host, 50);
    await order(host, { kind: 'start' });
    await untilMoreSteps([host, near, far], 5);
    await expectEqualHistories([host, near, far], 5);
    await openTab(host, 'People');
    await expect(host.getByRole('row', { name: /^Far / })).toContainText('relayed');
    const { step, counters } = (await snapshotOf(host))!;
    console.log(`${step} steps of three over two relayed links, ${counters.retries} retries`);
  } finally {
    await blocked.close();
  }
});

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
