// A demo ring in a browser with no WebGPU, a room beside it, and what the address of a demo names.
import { chromium, type Browser, type LaunchOptions } from '@playwright/test';
import { unusedPages } from '../../scripts/chromium-args.mjs';
import { expect, test } from '../fixtures';
import {
  expectEqualHistories,
  openTab,
  order,
  readyMs,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilStep,
  untilWorldSize,
} from '../lockstep-page';

test('the address of a demo names what runs', async ({ tabs }) => {
  const page = await tabs.open('/alone?replicas=99&preset=moons&backend=gpu');
  await expect(page).toHaveURL(/\/alone\?replicas=4&preset=moons$/);
  await page.goto('/alone?replicas=2&preset=moons&learningRate=0.02&backend=cpu&wings=2');
  await expect(page).toHaveURL(/\/alone\?replicas=2&preset=moons&backend=cpu&learningRate=0\.02$/);
  await untilStep(page, 1);
  const { config, worldSize } = (await snapshotOf(page))!;
  expect(config, 'a demo goes on').toMatchObject({ learningRate: 0.02, steps: 1_000_000 });
  expect(worldSize).toBe(2);
  await page.goto('/alone?replicas=2&preset=moons&backend=cpu&steps=500.4');
  await expect(page).toHaveURL(/\/alone\?replicas=2&preset=moons&backend=cpu&steps=500$/);
  await untilStep(page, 1);
  expect((await snapshotOf(page))!.config).toMatchObject({ steps: 500 });
});

/** A browser without WebGPU. */
function launchPlain(options: LaunchOptions): Promise<Browser> {
  const features = `--disable-features=${['WebGPU', ...unusedPages].join(',')}`;
  const flags = ['--headless=new', '--no-sandbox', features, '--disable-webgpu', '--disable-gpu'];
  return chromium.launch({ ...options, args: flags });
}

test('without WebGPU a demo ring and a room train on the CPU, which is said where WebGPU was asked for', async ({
  tabs,
  launchOptions,
}) => {
  const plain = await launchPlain(launchOptions);
  try {
    const page = await tabs.openStranger('/alone?replicas=2&preset=moons&backend=webgpu', plain);
    await page.getByRole('button', { name: 'Run the demo on the CPU' }).click({ timeout: readyMs });
    await expect(page).toHaveURL(/\/alone\?replicas=2&preset=moons&backend=cpu$/);
    await untilStep(page, 20);
    const { peers, lockstep } = (await snapshotOf(page))!;
    expect([lockstep, ...peers.map(({ backend }) => backend)]).toEqual(['agreed', 'simd', 'simd']);

    await page.goto('/alone?replicas=1&preset=moons');
    await untilStep(page, 20);
    await order(page, { kind: 'pause' });
    await openTab(page, 'You');
    await expect(
      page.getByText(
        /^Runs on the CPU \(SIMD, 1 thread\)\. One thread: [^.]+\. Measured here: CPU \(SIMD, 1 thread\) [^,]+ a micro-batch\. WebGPU: /,
      ),
    ).toBeVisible();

    await page.goto('/start');
    await expect(page.getByText('the CPU can train')).toBeVisible();
    const card = page.getByRole('region', { name: 'Try it alone' });
    await card.getByRole('radio', { name: '2', exact: true }).check();
    await card.getByRole('button', { name: 'Start the demo' }).click();
    await expect(page).toHaveURL(/\/alone\?replicas=2&preset=moons&backend=cpu$/);
    await untilStep(page, 1);

    // A room can be opened too.
    await page.goto('/start');
    await page.getByRole('radio', { name: /^Two moons/ }).check();
    await page.getByRole('button', { name: 'Open the room' }).click();
    await untilPhase(page, 'lobby');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await untilStep(page, 1);
    expect((await snapshotOf(page))!.peers.map(({ backend }) => backend)).toEqual(['simd']);
  } finally {
    await plain.close();
  }
});

test('a browser without WebGPU trains on its CPU, bit for bit the same', async ({ tabs, launchOptions }) => {
  const host = await tabs.open('/start');
  await host.getByRole('radio', { name: /^Two moons/ }).check();
  await host.getByText('More settings', { exact: true }).click();
  await host.getByLabel('Compute on').selectOption('webgpu');
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');
  await expect(host.getByText(/^Runs on WebGPU \(.+\), as chosen on this device\./)).toBeVisible();
  const plain = await launchPlain(launchOptions);
  try {
    const page = await tabs.openStranger(host.url(), plain);
    await expect(page.getByRole('status')).toContainText('the CPU can train');
    await page.getByRole('button', { name: 'Join with the CPU' }).click();
    await untilWorldSize([host, page], 2);
    await order(host, { kind: 'start' });
    await untilMoreSteps([host, page], 20);
    await expectEqualHistories([host, page], 20);
    const { peers } = (await snapshotOf(host))!;
    expect(peers.map(({ backend }) => backend)).toEqual(['webgpu', 'simd']);
    await openTab(page, 'People');
    await expect(page.getByRole('table')).toContainText('CPU');
  } finally {
    await plain.close();
  }
});
