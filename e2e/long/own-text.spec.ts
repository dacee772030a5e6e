// A room on a text in byte pairs: the host learns them once; a newcomer only gives the file, and both train on the same
// tokens and write with them. Learning can be cancelled.
import { prng } from '../../src/base/prng';
import { expect, test } from '../fixtures';
import {
  calm,
  chooseUsualEngine,
  expectEqualHistories,
  order,
  pressJoin,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from '../lockstep-page';
import { textRun } from '../text-run';

const text = { name: 'fox.txt', mimeType: 'text/plain', buffer: Buffer.from('The quick brown fox — schnell und schlau — jumps over the lazy dog.\n'.repeat(120)) }; // prettier-ignore

/** So many different words that learning takes seconds. */
function manyWords(bytes: number): Buffer {
  const random = prng('words');
  const letters = Buffer.allocUnsafe(bytes);
  for (let i = 0; i < bytes; i++) letters[i] = i % 8 === 7 ? 32 : 97 + random.below(26);
  return letters;
}

test('byte pairs learnt by the host are the newcomer’s tokens too', async ({ tabs }) => {
  const host = await tabs.open('/start');
  await host.getByRole('radio', { name: /^Your own files/ }).check();
  const words = { name: 'words.txt', mimeType: 'text/plain', buffer: manyWords(3 * 2 ** 20) };
  await host.getByLabel('Files', { exact: true }).setInputFiles(words);
  const found = host.getByText('✓ words.txt: 3,145,728 characters, 27 different ones.');
  await expect(found).toBeVisible();
  await host.getByLabel('Tokens').selectOption('1024');
  await expect(host.getByRole('progressbar', { name: 'Byte pairs learnt' })).toBeVisible();
  await host.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(found).toBeVisible(); // as before, and nothing was learnt
  await expect(host.getByLabel('Tokens')).toHaveValue('characters');
  await expect(host.getByRole('button', { name: 'Open the room' })).toBeEnabled();

  await host.getByLabel('Files', { exact: true }).setInputFiles(text);
  await expect(host.getByText('✓ fox.txt: 8,160 characters, 31 different ones.')).toBeVisible();
  await expect(host.getByText(/^Compared in windows of 64 characters: 50 of 50 held-out windows \(100\s%\) stand word for word in the part/)).toBeVisible(); // prettier-ignore
  await host.getByLabel('Tokens').selectOption('512');
  await expect(
    host.getByText(/^✓ fox.txt: 8,160 characters, as [\d,]+ tokens of [\d.]+ bytes/),
  ).toBeVisible();
  await host.getByText('More settings', { exact: true }).click();
  for (const [label, value] of [
    ['Blocks', '1'],
    ['Channels', '16'],
    ['Heads', '2'],
    ['Context', '16'],
  ])
    await host.getByLabel(label, { exact: true }).fill(value);
  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');

  const guest = await tabs.openStranger(host.url());
  await pressJoin(guest);
  await guest.getByLabel('Files', { exact: true }).setInputFiles(text);
  await guest.getByRole('button', { name: 'Use it and join' }).click();
  await untilWorldSize([host, guest], 2);
  await calm(host);
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilMoreSteps([host, guest], 10);
  await expectEqualHistories([host, guest], 10);
  await expect(
    guest.getByText(/nats per token \(smoothed [^)]*\), on held-out tokens .* bits per byte\.$/),
  ).toBeVisible();
  await order(host, { kind: 'pause' });
  await guest.getByRole('tab', { name: 'Playground' }).click();
  await guest.getByRole('tabpanel').getByRole('button', { name: 'Write', exact: true }).click();
  await expect(guest.getByText(/^300 tokens in .* a second on this device/)).toBeVisible();
});

test('a saved run goes on in a new room that asks for its text', async ({ tabs }, info) => {
  const { path, step } = await textRun(info, text);
  const second = await tabs.open('/start');
  await second.getByLabel(/checkpoint file/).setInputFiles(path);
  await second.getByRole('button', { name: 'Go on in a new room' }).click();
  await untilPhase(second, 'needs-file');
  const asked = second.getByRole('region', { name: 'This room needs a file' });
  await expect(asked).toContainText('fox.txt');

  // A page that is loaded again has lost the checkpoint too, and says so: the run would begin again.
  await second.reload();
  const lost = second.getByText(
    /^This room was to go on with a saved run, and this page no longer has its file/,
  );
  await expect(lost).toBeVisible();
  await second.goto('/start');
  await second.getByLabel(/checkpoint file/).setInputFiles(path);
  await second.getByRole('button', { name: 'Go on in a new room' }).click();
  await untilPhase(second, 'needs-file');
  await asked.getByLabel('Files', { exact: true }).setInputFiles(text);
  await asked.getByRole('button', { name: 'Use it and join' }).click();
  await untilPhase(second, 'paused');
  expect((await snapshotOf(second))!.step).toBe(step);
  await order(second, { kind: 'start' });
  await untilMoreSteps([second], 2);

  // Nothing is awaited from then on.
  await second.reload();
  await expect(second.getByText(/^If .* asks whether this page may reach devices/)).toBeVisible();
  await expect(lost).toHaveCount(0);
});
