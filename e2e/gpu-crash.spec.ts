// A GPU process is killed by its pid in the middle of training. That tab's device is lost and built again with the same
// parameters. The ring goes on with equal digests (S1); the other tab computes on its processor.
import { chromium } from '@playwright/test';
import { killGpuProcess } from './break-tab';
import { expect, quietPage, test } from './fixtures';
import {
  createRoom,
  expectEqualHistories,
  joinRoom,
  noticesOf,
  untilMoreSteps,
  untilWorldSize,
} from './lockstep-page';
import { trainTo } from './ring';
import { moons } from './run-configs';

test('the GPU process of one of two tabs is killed: both go on with the same digests', async ({
  tabs,
  launchOptions,
}) => {
  const host = await tabs.open();
  const other = await chromium.launch(launchOptions);
  try {
    const victim = await tabs.openStranger(quietPage, other);
    const both = [host, victim];
    const { url } = await createRoom(host, moons);
    await joinRoom(victim, url, 'Victim', 'webgpu');
    await untilWorldSize(both, 2);
    await trainTo(both, 5);
    tabs.expectErrors();
    const killedMs = Date.now();
    await killGpuProcess(other);
    const isLost = async (): Promise<boolean> =>
      (await noticesOf(victim)).some((text) => text.includes('the device failed'));
    await expect.poll(isLost, { message: 'the victim notices' }).toBe(true);
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
