// A class trains adapters on a GPT that one of them brought: only the adapters are summed, and who comes late gets the model
// from the members. A saved run of them goes on where the model is there, or is given again.
import { expect, test } from './fixtures';
import { file, gptFiles, letters } from './gpt-files';
import { keptName } from './kept-files';
import {
  calm,
  chooseUsualEngine,
  expectEqualHistories,
  openTab,
  pressJoin,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilPhase,
  untilStep,
  untilWorldSize,
} from './lockstep-page';
import { playInFreshProfile, save, writtenWith } from './own-files';
import { nodeReplica, printedSteps } from './node-replicas';
import { readFile, writeFile } from 'node:fs/promises';
import type { Page, TestInfo } from '@playwright/test';

/** So wide that the model has more than a megabyte in f16. */
const channels = 224;
const rank = 4;
/** A rank has an input and an output for each of the four products of a block: qkv, out, and two dense ones. */
const adapterNumbers = rank * channels * (1 + 3 + (1 + 1) + (1 + 4) + (4 + 1));
const text = file('fox.txt', 'the quick brown fox jumps over the lazy dog. '.repeat(60));

async function bringText(page: Page): Promise<void> {
  await pressJoin(page);
  await untilPhase(page, 'needs-file');
  await page.getByLabel('Files', { exact: true }).setInputFiles(text);
  await page.getByRole('button', { name: 'Use it and join' }).click();
}

test('T17 a class trains adapters on a GPT-2, and a newcomer gets the model from members', async ({
  tabs,
}, info) => {
  const host = await tabs.open('/start');
  await host.getByLabel(/or the files of a GPT-2/).setInputFiles([...gptFiles(letters, channels)]);
  const form = host.locator('form', { hasText: 'A GPT-2 to train further' });
  await form.getByRole('radio', { name: 'Adapters on it' }).check();
  await form.getByLabel('Rank').fill('225');
  await expect(form.getByText('A whole number from 1 to 224.')).toBeVisible();
  await form.getByLabel('Rank').fill(String(rank));
  await expect(form.getByText(/^Adapters: 14,336 numbers, so 57\.3\skB a step\./)).toBeVisible();
  await form.getByLabel('Files', { exact: true }).setInputFiles(text);
  await form.getByLabel('Steps').fill('100000');
  await form.getByRole('button', { name: 'Train it further' }).click();
  await untilPhase(host, 'paused');
  const begun = (await snapshotOf(host))!;
  expect(begun.parameterCount).toBe(adapterNumbers);
  const { base, model } = begun.config!;
  expect(model.adapters).toMatchObject({ rank, alpha: 2 * rank });

  const second = await tabs.openStranger(host.url());
  await bringText(second);
  await untilWorldSize([host, second], 2);
  await calm(host);
  await host.getByRole('button', { name: 'Resume', exact: true }).click();
  for (const page of [host, second]) await untilStep(page, 4);
  // Each of two sends half of every sum, and the half of the other back.
  for (const { bytesSent, worldSize } of await stepsOf(second, 1)) {
    expect(worldSize).toBe(2);
    expect(bytesSent).toBeGreaterThanOrEqual(4 * adapterNumbers);
    expect(bytesSent).toBeLessThan(1.25 * 4 * adapterNumbers);
  }

  // The third has no WebRTC: the model comes through the room server (T9).
  const late = await tabs.openStranger();
  await late.context().addInitScript(() => Reflect.deleteProperty(globalThis, 'RTCPeerConnection'));
  await late.goto(host.url());
  await bringText(late);
  const everyone = [host, second, late];
  await untilWorldSize(everyone, 3);
  expect(await keptName(late, base!)).toEqual(base);
  await untilMoreSteps(everyone, 4);
  await expectEqualHistories(everyone, 4);

  await trainWithReplica(everyone, info);

  await host.getByRole('button', { name: 'Pause', exact: true }).click();
  for (const page of everyone) await untilPhase(page, 'paused');
  const archive = await exported(late);
  for (const name of [
    'model.safetensors',
    'adapter/adapter_config.json',
    'adapter/adapter_model.safetensors',
  ])
    expect(archive).toContain(name);
  const path = await save(host);
  for (const page of [host, late]) await openTab(page, 'Playground');
  const written = await writtenWith(playgroundOf(host), 'the quick', 3);
  expect(await writtenWith(playgroundOf(late), 'the quick', 3)).toBe(written);

  // The device that brought the model plays with the file; another one asks for the model.
  const again = await tabs.open('/playground');
  await again.getByLabel(/checkpoint file$/).setInputFiles(path);
  expect(await writtenWith(again.getByRole('main'), 'the quick', 3)).toBe(written);
  const fresh = await playInFreshProfile(tabs, path);
  await fresh.getByLabel('The model to start from').setInputFiles([...gptFiles(letters, channels)]);
  expect(await writtenWith(fresh.getByRole('main'), 'the quick', 3)).toBe(written);

  const { step } = (await snapshotOf(host))!;
  await fresh.goto('/start');
  await fresh.getByLabel(/checkpoint file/).setInputFiles(path);
  const brought = fresh.getByLabel('The model to start from');
  const goOn = fresh.getByRole('button', { name: 'Go on in a new room' });
  await brought.setInputFiles([...gptFiles(letters, channels, 'another')]);
  await expect(
    fresh.getByText(
      /^These are not the files that the run began with: .* hash begins [0-9a-f]{8} are wanted/,
    ),
  ).toBeVisible();
  await expect(goOn).toBeDisabled();
  await brought.setInputFiles([...gptFiles(letters, channels)]);
  await expect(fresh.getByText('The model to start from is on this device.')).toBeVisible();
  await fresh.getByLabel('Files', { exact: true }).setInputFiles(text);
  await chooseUsualEngine(fresh);
  await goOn.click();
  await untilPhase(fresh, 'paused');
  expect((await snapshotOf(fresh))!).toMatchObject({ step, config: { base } });
  await fresh.getByRole('button', { name: 'Resume', exact: true }).click();
  await untilStep(fresh, step + 3);
});

/** `npm run replica` has no storage for the model: it comes from members, and stays in memory. */
async function trainWithReplica(pages: readonly Page[], info: TestInfo): Promise<void> {
  const path = info.outputPath(text.name);
  await writeFile(path, text.buffer);
  const replica = nodeReplica(pages[0].url(), '--file', path, '--engine', 'cpu');
  try {
    await untilWorldSize(pages, pages.length + 1);
    await untilMoreSteps(pages, 4);
    replica.child.kill('SIGINT');
    expect(await replica.ended, replica.output).toBe(0);
  } finally {
    replica.child.kill('SIGKILL');
  }
  await untilWorldSize(pages, pages.length);
  const digests = new Map((await stepsOf(pages[0])).map(({ step, digest }) => [step, digest]));
  const printed = printedSteps(replica, pages.length + 1).filter(([step]) => digests.has(step));
  expect(printed.length, replica.output).toBeGreaterThanOrEqual(3);
  for (const [step, digest] of printed) expect(digest, `step ${step}`).toBe(digests.get(step));
}

const playgroundOf = (page: Page) => page.getByRole('tabpanel', { name: 'Playground' });

/** The names and texts in the archive of the run, which is packed without compression. */
async function exported(page: Page): Promise<string> {
  await openTab(page, 'You');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export for PyTorch and ONNX' }).click(),
  ]);
  return (await readFile(await download.path())).toString('latin1');
}
