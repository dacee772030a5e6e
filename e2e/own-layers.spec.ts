// A model made by hand, layer by layer: a misfit is named where it stands, layers are moved by keys and by the pointer, the
// link opens the same model, a ring of tabs trains it, and its file goes on and is exported.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  chooseUsualEngine,
  expectEqualHistories,
  openTab,
  order,
  pressJoin,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from './lockstep-page';

/** More than a ring takes before it hears that it shall pause. */
const end = 60;

test('a model made layer by layer: moved, mended, shared, trained, saved, resumed, exported', async ({
  tabs,
}) => {
  test.slow();
  const host = await tabs.open('/start');
  await host.getByRole('radio', { name: /^Handwritten-like digits/ }).check();
  await host.getByText('More settings').click();
  await host.getByLabel('Model', { exact: true }).selectOption({ label: 'Layer by layer' });
  // The editor begins with the model that one had.
  await expect(layer(host, '1: Dense')).toContainText('100,480 parameters');
  await layer(host, '1: Dense').getByLabel('Units').fill('24');
  await host.getByRole('button', { name: 'Remove layer 2' }).click();
  await expect(host.getByRole('button', { name: /^Move layer 1:/ })).toBeFocused();

  const add = host.getByRole('group', { name: 'Add a layer' }).last();
  await add.getByRole('button', { name: 'Convolution' }).click();
  await expect(layer(host, '1: Convolution')).toContainText('28 × 28 × 16');
  await layer(host, '1: Convolution').getByLabel('Filters').fill('8');
  await layer(host, '1: Convolution').getByLabel('Stride').fill('2');
  await add.getByRole('button', { name: 'Residual branch' }).click();
  const branch = layer(host, '2: Residual branch');
  await expect(branch).toContainText('14 × 14 × 8');
  await layer(host, '2.3: Convolution').getByLabel('Filters').fill('6');
  await expect(branch).toContainText(
    'Its branch turns 14 × 14 × 8 into 14 × 14 × 6, and both are added: let the branch give 14 × 14 × 8.',
  );
  await layer(host, '2.3: Convolution').getByLabel('Filters').fill('8');
  await expect(branch.getByText(/both are added/)).toBeHidden();
  await branch.getByLabel('Dropout after it').first().fill('0.1');

  // The dense layer goes up by a key, where the image is lost; and the convolution back by the pointer.
  const handle = host.getByRole('button', { name: /^Move layer 2: / });
  await host.getByRole('button', { name: /^Move layer 1: / }).press('ArrowDown');
  await expect(handle).toBeFocused();
  await expect(layer(host, '2: Convolution')).toBeVisible();
  await expect(host.getByRole('status').filter({ hasText: 'Convolution is layer 2 now.' })).toBeAttached();
  const place = (await layer(host, '1: Residual branch').boundingBox())!;
  await handle.hover();
  await host.mouse.down();
  await host.mouse.move(place.x + 20, place.y + 4, { steps: 4 });
  await host.mouse.up();
  await expect(layer(host, '1: Convolution')).toContainText('14 × 14 × 8');

  await host.getByLabel('Stop after steps').fill(String(end));
  await expect(host.getByText(/^39,170 parameters, /)).toBeVisible();
  await host.getByLabel('Tabs of one browser').selectOption('webrtc');
  await host.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await host.getByRole('button', { name: 'Copy a link to these settings' }).click();
  const { pathname, search } = new URL(await host.evaluate(() => navigator.clipboard.readText()));
  expect(search).toContain('_res(norm-g8_conv-f8-k3-psame-arelu_conv-f8-k3-psame-anone)-d0.1_');
  const shared = await tabs.openStranger(pathname + search);
  await expect(layer(shared, '2.3: Convolution').getByLabel('Filters')).toHaveValue('8');
  await expect(shared.getByLabel('Tabs of one browser')).toHaveValue('webrtc');
  await shared.close();

  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');
  await expect.poll(async () => (await snapshotOf(host))!.room?.onlyWebRtc).toBe(true);
  const guest = await tabs.openStranger(host.url());
  await pressJoin(guest);
  await untilWorldSize([host, guest], 2);
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilMoreSteps([host, guest], 3);
  await order(host, { kind: 'pause' });
  await untilPhase(host, 'paused');
  await expectEqualHistories([host, guest], 3);
  await openTab(host, 'You');
  const file = await download(host, 'Save a checkpoint');
  const saved = Number(/-step-(\d+)\.safetensors$/.exec(file.name)![1]);
  expect(file.bytes.toString('latin1')).toContain('"kind\\":\\"residual');
  await order(host, { kind: 'start' });
  await Promise.all([host, guest].map((page) => untilPhase(page, 'finished')));
  const model = (await download(host, 'Export for PyTorch and ONNX')).bytes.toString('latin1');
  expect(model).toContain('Residual(');
  expect(model).toContain('nn.Dropout(0.1)');
  const digest = (await snapshotOf(host))!.digest;
  expect((await snapshotOf(guest))!.digest).toBe(digest);
  await guest.close();

  const fresh = await tabs.openStranger('/start');
  await fresh.getByLabel(/checkpoint file/).setInputFiles({
    name: 'run.safetensors',
    mimeType: '',
    buffer: file.bytes,
  });
  await chooseUsualEngine(fresh);
  await fresh.getByRole('button', { name: 'Go on in a new room' }).click();
  await untilPhase(fresh, 'paused');
  expect((await snapshotOf(fresh))!.step).toBe(saved);
  expect((await snapshotOf(fresh))!.config!.model.layers).toEqual(
    (await snapshotOf(host))!.config!.model.layers,
  );
  await fresh.getByRole('button', { name: 'Resume', exact: true }).click();
  await untilPhase(fresh, 'finished');
  expect((await stepsOf(fresh)).map(({ step }) => step)).toEqual(
    Array.from({ length: end - saved }, (_, index) => saved + 1 + index),
  );
});

function layer(page: Page, name: string) {
  return page.getByRole('group', { name: `Layer ${name}`, exact: true });
}

async function download(
  page: Page,
  button: string,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
