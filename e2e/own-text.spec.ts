// A room on a text in byte pairs: the host learns them once; a newcomer only gives the file, and both train on the same
// tokens and write with them.
import { expect, test } from './fixtures';
import { expectEqualHistories, untilMoreSteps, untilPhase, untilWorldSize } from './lockstep-page';

const text = { name: 'fox.txt', mimeType: 'text/plain', buffer: Buffer.from('The quick brown fox — schnell und schlau — jumps over the lazy dog.\n'.repeat(120)) }; // prettier-ignore

test('byte pairs learnt by the host are the newcomer’s tokens too', async ({ tabs }) => {
  const host = await tabs.open();
  await host.getByRole('radio', { name: /^Your own files/ }).check();
  await host.getByLabel('Files', { exact: true }).setInputFiles(text);
  await expect(host.getByText('✓ fox.txt: 8,160 characters, 31 different ones.')).toBeVisible();
  await host.getByLabel('Tokens').selectOption('512');
  await expect(
    host.getByText(/^✓ fox.txt: 8,160 characters, as [\d,]+ tokens of [\d.]+ bytes/),
  ).toBeVisible();
  await host.getByText('More settings').click();
  await host.getByLabel('Context').fill('16');
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');

  const guest = await tabs.openStranger(host.url());
  await guest.getByRole('button', { name: 'Join', exact: true }).click();
  await guest.getByLabel('Files', { exact: true }).setInputFiles(text);
  await guest.getByRole('button', { name: 'Use it and join' }).click();
  await untilWorldSize([host, guest], 2);
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilMoreSteps([host, guest], 30);
  await expectEqualHistories([host, guest], 30);
  await expect(guest.getByText(/nats per token, on held-out tokens .* bits per byte\.$/)).toBeVisible();
  await guest.getByRole('tab', { name: 'Playground' }).click();
  await guest.getByRole('tabpanel').getByRole('button', { name: 'Write', exact: true }).click();
  await expect(guest.getByText(/^300 tokens in .* a second on this device/)).toBeVisible();
});
