// A GPT-2 that another program wrote begins a run from Home: its three files, a text, and one press. Files that are
// missing are named.
import { vocabularySize } from '../../src/data/vocabulary';
import { gpt2 } from '../../src/data/testing/gpt2';
import { expect, test } from '../fixtures';
import { keptOn } from '../kept-files';
import { file, gptFiles, letters } from '../gpt-files';
import {
  expectEqualHistories,
  pressJoin,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilStep,
  untilWorldSize,
} from '../lockstep-page';

test('a GPT-2 of others begins a run on a text', async ({ tabs }) => {
  const gpt = gptFiles(letters);
  const host = await tabs.openStranger('/start');
  const chooser = host.getByLabel(/or the files of a GPT-2/);
  await chooser.setInputFiles([...gpt.slice(0, 2)]);
  await expect(host.getByText(/^The files lack tokenizer\.json, its vocabulary/)).toBeVisible();
  await chooser.setInputFiles([...gpt]);
  await expect(host.getByText('1 block, 16 channels, 2 heads, context 16; 29 characters.')).toBeVisible();
  const form = host.locator('form', { hasText: 'A GPT-2 to train further' });
  const textInput = form.getByLabel('Files', { exact: true });
  await textInput.setInputFiles(file('shout.txt', Buffer.from('WHAT? '.repeat(80))));
  await expect(
    form.getByText(/^Line 1 of the text holds “W”, for which the model has no token/),
  ).toBeVisible();
  await textInput.setInputFiles(file('fox.txt', Buffer.from('the quick brown fox jumps over the lazy dog. '.repeat(60)))); // prettier-ignore
  await form.getByLabel('Steps').fill('40');
  await form.getByRole('button', { name: 'Train it further' }).click();
  await untilPhase(host, 'paused');
  const begun = (await snapshotOf(host))!;
  expect([begun.step, begun.config?.data]).toMatchObject([0, { name: 'fox.txt', vocabulary: 29 }]);
  await host.getByRole('button', { name: 'Resume', exact: true }).click();
  await untilStep(host, 40);
});

test('T17 with GPT-2’s own 50,257 tokens a guest gets the tokenizer from the host, and keeps it', async ({
  tabs,
}) => {
  const tokens = vocabularySize(gpt2);
  const story = file(
    'fox.txt',
    Buffer.from('The quick brown fox, again, jumps over 1 lazy dog.\n'.repeat(80)),
  );
  const host = await tabs.openStranger('/start');
  await host.getByLabel(/or the files of a GPT-2/).setInputFiles([...gptFiles(gpt2)]);
  await expect(host.getByText(/context 16; 50,257 byte-pair tokens\./)).toBeVisible();
  const form = host.locator('form', { hasText: 'A GPT-2 to train further' });
  await form.getByLabel('Files', { exact: true }).setInputFiles(story);
  await form.getByLabel('Steps').fill('100000');
  await form.getByRole('button', { name: 'Train it further' }).click();
  await untilPhase(host, 'paused');
  const recipe = (await snapshotOf(host))!.config!.data;
  expect(recipe).toMatchObject({ vocabulary: tokens, recipe: { tokenizer: { bytes: expect.any(Number) } } });

  const guest = await tabs.openStranger(host.url());
  await pressJoin(guest);
  await untilPhase(guest, 'needs-file');
  expect(await keptOn(guest)).toHaveLength(1);
  const use = guest.getByRole('button', { name: 'Use it and join' });
  await guest.getByLabel('Files', { exact: true }).setInputFiles(story);
  await use.click();
  await untilWorldSize([host, guest], 2);
  await host.getByRole('button', { name: 'Resume', exact: true }).click();
  for (const page of [host, guest]) await untilStep(page, 4);
  await expectEqualHistories([host, guest], 4);

  await guest.reload();
  await pressJoin(guest);
  await untilPhase(guest, 'needs-file');
  await guest.getByLabel('Files', { exact: true }).setInputFiles(story);
  await use.click();
  await untilWorldSize([host, guest], 2);
  await untilMoreSteps([host, guest], 3);
});
