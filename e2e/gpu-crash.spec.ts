// A GPU process killed by its pid in the middle of training: that tab's device is lost, is built again with the same
// parameters, and the ring goes on with equal digests (S1), while the other tab keeps its own device.
import { chromium } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  createRoom,
  expectEqualHistories,
  joinRoom,
  noticesOf,
  order,
  untilMoreSteps,
  untilStep,
  untilWorldSize,
} from './lockstep-page';
import { moons } from './run-configs';

test('the GPU process of one of two tabs is killed: both go on with the same digests', async ({
  tabs,
  launchOptions,
}) => {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons);
  const other = await chromium.launch(launchOptions);
  try {
    const victim = await tabs.openStranger('/', other);
    await joinRoom(victim, url, 'Victim');
    const both = [host, victim];
    await untilWorldSize(both, 2);
    await order(host, { kind: 'start' });
    for (const page of both) await untilStep(page, 5);
    const devtools = await other.newBrowserCDPSession();
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    const gpu = processInfo.find(({ type }) => type === 'GPU');
    expect(gpu, 'the browser has a GPU process').toBeDefined();
    tabs.expectErrors();
    const killedMs = Date.now();
    process.kill(gpu!.id, 'SIGKILL');
    const isLost = async (): Promise<boolean> =>
      (await noticesOf(victim)).some((text) => text.includes('the device failed'));
    await expect.poll(isLost, { message: 'the victim notices', timeout: 20_000 }).toBe(true);
    const noticedMs = Date.now() - killedMs;
    await untilWorldSize(both, 2);
    await untilMoreSteps(both, 5);
    await expectEqualHistories(both, 10, victim);
    console.log(
      `device lost noticed after ${noticedMs} ms, five more steps after ${Date.now() - killedMs} ms`,
    );
  } finally {
    await other.close();
  }
});
