// The playground: a digit drawn while the model trains, the same run from its file without a ring, and a text.
import { violationsOf } from './axe';
import { expect, test } from './fixtures';
import { createRoom, order, untilPhase, untilStep, type LockstepWindow } from './lockstep-page';
import { wideDigits } from './run-configs';

test('draw while it trains, then play with the saved run; write a text', async ({ tabs }) => {
  const page = await tabs.open();
  await createRoom(page, wideDigits(16));
  await untilPhase(page, 'lobby');
  await order(page, { kind: 'start' });
  await untilStep(page, 20);
  await page.getByRole('tab', { name: 'Playground' }).click();
  const pad = page.getByRole('application', { name: /^Sheet to draw on/ });
  await pad.focus();
  for (const key of [' ', ...Array<string>(12).fill('ArrowDown')]) await page.keyboard.press(key);
  const reading = page.getByRole('region', { name: /^Read at step/ });
  await expect(reading.getByText(/It reads \d, \d+ % sure/)).toBeVisible();
  await expect(reading.getByRole('listitem')).toHaveCount(10);
  const stepRead = async (): Promise<number> => Number((await reading.getByRole('heading').innerText()).replace(/\D/g, '')); // prettier-ignore
  const first = await stepRead();
  expect(first).toBeGreaterThanOrEqual(20);
  await expect.poll(stepRead).toBeGreaterThan(first);
  await page.getByRole('button', { name: 'Before training' }).click();
  await expect(page.getByRole('region', { name: 'Read at step 0' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Mistakes at step/ })).toHaveCount(2);
  await order(page, { kind: 'pause' }); // axe is quicker beside a ring at rest
  await untilPhase(page, 'paused');
  expect(await violationsOf(page)).toEqual([]);

  const saved = await page.evaluate(async () => {
    const { file } = await (window as LockstepWindow).lockstep!.checkpoint();
    return [...new Uint8Array(await file.arrayBuffer())];
  });
  await page.goto('/playground');
  await page.getByLabel(/checkpoint file$/).setInputFiles({ name: 'run.safetensors', mimeType: '', buffer: Buffer.from(saved) }); // prettier-ignore
  await expect(page.getByText(/^Step [\d,]+, run.safetensors · 12,730 parameters/)).toBeVisible();
  await page.getByRole('button', { name: 'Take a held-out example' }).click();
  await expect(reading.getByText(/It reads \d, \d+ % sure/)).toBeVisible();
  await page.getByLabel(/checkpoint file$/).setInputFiles({ name: 'cut.safetensors', mimeType: '', buffer: Buffer.from(saved.slice(0, 900)) }); // prettier-ignore
  await expect(page.getByRole('alert')).toContainText('“cut.safetensors” cannot be used');

  await page.goto('/alone?replicas=1&preset=stories&backend=cpu&tab=play');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Write', exact: true }).click();
  const written = page.getByRole('region', { name: /^Written at step/ });
  await expect(written.getByText(/^300 characters in .* a second on this device/)).toBeVisible();
  await written.getByRole('listbox').press('ArrowRight');
  await expect(written.getByRole('list', { name: 'The likeliest characters there' }).getByRole('listitem')).toHaveCount(5); // prettier-ignore
  expect(await violationsOf(page)).toEqual([]);
});
