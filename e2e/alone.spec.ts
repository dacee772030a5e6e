// A demo ring within one page, alone and without a GPU, and a browser with no WebGPU in a demo and in a room.
import { chromium, type Browser, type LaunchOptions, type Page } from '@playwright/test';
import { unusedPages } from '../scripts/chromium-args.mjs';
import { expect, test } from './fixtures';
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
} from './lockstep-page';

const status = (page: Page) => page.getByRole('region', { name: 'Status' });

test('from Home: a demo of the chosen run trains by itself, and the page shows that it shares one device', async ({
  tabs,
}) => {
  const page = await tabs.open('/start');
  const card = page.getByRole('region', { name: 'Try it alone' });
  await card.getByLabel('What to train').selectOption({ label: 'Four clusters (XOR)' });
  await card.getByRole('radio', { name: '3', exact: true }).check();
  await card.getByRole('button', { name: 'Start the demo' }).click();
  await expect(page).toHaveURL(/\/alone\?replicas=3&preset=xor$/);
  await expect(status(page)).toContainText(/In the ring\s*3/, { timeout: readyMs });
  await untilStep(page, 20);
  await expect(status(page)).toContainText('3 replicas as one. They share this device.');
  const snapshot = (await snapshotOf(page))!;
  expect([snapshot.worldSize, snapshot.lockstep]).toEqual([3, 'agreed']);
  expect(snapshot.config?.data).toMatchObject({ kind: 'points', set: 'xor' });
  const everything = await page.getByRole('main').innerText();
  expect(everything).toContain('These 3 replicas share one device: efficiency cannot rise here.');
  expect(everything).not.toMatch(
    /(slower|slowest|direct) link|links? |room server|network address|when everyone/i,
  );
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await expectEqualHistories([page], 20);
  const ring = page.getByRole('region', { name: 'The ring', exact: true });
  await ring.getByRole('button', { name: 'One step' }).click();
  await expect(ring).toContainText(/\d times slower than the last sum, of step \d/);
  await order(page, { kind: 'pause' }); // what is looked at now is drawn sooner beside no ring
  await openTab(page, 'People');
  await expect(page.getByText('one device with all others')).toHaveCount(3);
});

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

test('a demo of an unknown preset starts another one only when it is asked to', async ({ tabs }) => {
  const page = await tabs.open('/alone?replicas=2&preset=nothing&backend=cpu');
  await expect(page.getByRole('alert')).toContainText('does not know this preset');
  expect(await snapshotOf(page)).toBeUndefined();
  await page.getByRole('button', { name: 'Start “Two moons”' }).click();
  await expect(page).toHaveURL(/\/alone\?replicas=2&preset=moons&backend=cpu$/);
  await untilStep(page, 1);
  expect((await snapshotOf(page))!.config).toMatchObject({ data: { kind: 'points', set: 'moons' } });
});

test('a link to settings fills the form of a new room, and names what it leaves out', async ({ tabs }) => {
  const page = await tabs.open('/?v=1&preset=moons&steps=77&widths=5%2C%206&learningRate=fast');
  const form = page.getByRole('region', { name: 'Start a room' });
  await expect(form.getByText('Left out: Learning rate is not a number.')).toBeInViewport();
  await expect(form.getByLabel('Stop after steps')).toHaveValue('77');
  await page.getByRole('button', { name: 'Open the room' }).click();
  await untilWorldSize([page], 1);
  const { config } = (await snapshotOf(page))!;
  expect(config).toMatchObject({ steps: 77, data: { kind: 'points', set: 'moons' } });
  expect(config!.model.layers.map((layer) => layer.kind === 'dense' && layer.units)).toEqual([5, 6, 2]);
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
