// Without others, and without a GPU: a demo ring within one page, and a browser with no WebGPU in a real room.
import { chromium, type Browser } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  createRoom,
  expectEqualHistories,
  order,
  snapshotOf,
  untilMoreSteps,
  untilStep,
  untilWorldSize,
} from './lockstep-page';
import { moons } from './run-configs';

test('a demo ring of three trains within one page', async ({ tabs }) => {
  const page = await tabs.open('/alone?replicas=3&preset=moons');
  await expect(page.getByRole('region', { name: 'Status' })).toContainText(/In the ring\s*3/, {
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await untilStep(page, 20);
  const snapshot = (await snapshotOf(page))!;
  expect([snapshot.worldSize, snapshot.lockstep]).toEqual([3, 'agreed']);
  await expectEqualHistories([page], 20);
});

test('a browser without WebGPU trains on its CPU, bit for bit the same', async ({ tabs, launchOptions }) => {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons);
  const plain: Browser = await chromium.launch({
    ...launchOptions,
    args: [
      '--headless=new',
      '--no-sandbox',
      '--disable-features=WebGPU',
      '--disable-webgpu',
      '--disable-gpu',
    ],
  });
  try {
    const page = await tabs.openStranger(url, plain);
    await expect(page.getByRole('status')).toContainText('the CPU can train');
    await page.getByRole('button', { name: 'Join as a CPU replica' }).click();
    await untilWorldSize([host, page], 2);
    await order(host, { kind: 'start' });
    await untilMoreSteps([host, page], 20);
    await expectEqualHistories([host, page], 20);
    const { peers } = (await snapshotOf(host))!;
    expect(peers.map(({ backend }) => backend)).toEqual(['webgpu', 'cpu']);
    await expect(page.getByRole('table')).toContainText('CPU');
  } finally {
    await plain.close();
  }
});
