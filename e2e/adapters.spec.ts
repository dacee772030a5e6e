// A class trains adapters on a GPT that one of them brought: only the adapters are summed, and who comes late gets the model
// from the members. A saved run of them goes on where the model is there, or is given again.
import { expect, test } from './fixtures';
import { file, gptFiles, letters } from './gpt-files';
import { keptName } from './kept-files';
import {
  calm,
  expectEqualHistories,
  pressJoin,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilPhase,
  untilStep,
  untilWorldSize,
} from './lockstep-page';
import type { Page } from '@playwright/test';

const channels = 64;
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
}) => {
  const host = await tabs.open('/start');
  await host.getByLabel(/or the files of a GPT-2/).setInputFiles([...gptFiles(letters, channels)]);
  const form = host.locator('form', { hasText: 'A GPT-2 to train further' });
  await form.getByRole('radio', { name: 'Adapters on it' }).check();
  await form.getByLabel('Rank').fill('65');
  await expect(form.getByText('A whole number from 1 to 64.')).toBeVisible();
  await form.getByLabel('Rank').fill(String(rank));
  await expect(form.getByText(/^Adapters: 4,096 numbers, so 16\.4\skB a step\./)).toBeVisible();
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

  const late = await tabs.openStranger(host.url());
  await bringText(late);
  const everyone = [host, second, late];
  await untilWorldSize(everyone, 3);
  expect(await keptName(late, base!)).toEqual(base);
  await untilMoreSteps(everyone, 4);
  await expectEqualHistories(everyone, 4);
});
