// A checkpoint dropped on the ring's screen: from the host the whole ring continues with it; a guest is told why
// nothing happens.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import {
  calm,
  createRoom,
  joinRoom,
  order,
  snapshotOf,
  untilPhase,
  untilStep,
  untilWorldSize,
} from '../lockstep-page';
import { save } from '../own-files';
import { moons } from '../run-configs';

test('a checkpoint dropped on the ring: by the host for all, not by a guest', async ({ tabs }) => {
  const host = await tabs.open();
  const { url } = await createRoom(host, { ...moons, evaluateEvery: 0 }, true, 'cpu');
  const guest = await tabs.openStranger();
  await joinRoom(guest, url, 'Guest');
  const both = [host, guest];
  await untilWorldSize(both, 2);
  await calm(host);
  await order(host, { kind: 'start' });
  await untilStep(host, 20);
  await order(host, { kind: 'pause' });
  for (const page of both) await untilPhase(page, 'paused');
  const { step } = (await snapshotOf(host))!;
  const bytes = await readFile(await save(host));
  await order(host, { kind: 'start' });
  await untilStep(host, step + 10);

  await drop(guest, bytes);
  const refusal = guest.getByRole('dialog');
  await expect(refusal).toContainText('Only the host can go on with a saved run');
  await guest.keyboard.press('Escape');
  await expect(refusal).toBeHidden();
  for (const page of both) expect((await snapshotOf(page))!.step).toBeGreaterThan(step);

  await drop(host, bytes);
  await host.getByRole('button', { name: 'Go on with it' }).click();
  for (const page of both) {
    await untilPhase(page, 'paused');
    await expect.poll(async () => (await snapshotOf(page))!.step).toBe(step);
  }
  const digests = await Promise.all(both.map(async (page) => (await snapshotOf(page))!.digest));
  expect(digests[0]).toBe(digests[1]);
  await drop(guest, bytes); // the same file again is told of again
  await expect(refusal).toBeVisible();
});

/** The events of a real drop over the page, as the browser sends them. */
async function drop(page: Page, bytes: Buffer): Promise<void> {
  const data = await page.evaluateHandle((base64) => {
    const transfer = new DataTransfer();
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    transfer.items.add(new File([content], 'run.safetensors'));
    return transfer;
  }, bytes.toString('base64'));
  for (const event of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', event, { dataTransfer: data });
}
