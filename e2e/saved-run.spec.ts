// A run goes home as a file and continues from it: in a fresh profile, alone, bit for bit; and for a whole ring whose
// other members have no file. The device keeps the run by itself, and Home offers it. A broken file is refused in a
// sentence.
import { chooseLanguage } from './choose-language';
import { readFile, stat } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { groupDigits } from '../src/base/group-digits';
import { expect, test } from './fixtures';
import {
  calm,
  chooseUsualEngine,
  createRoom,
  joinRoom,
  openTab,
  order,
  snapshotOf,
  stepsOf,
  untilPhase,
  untilStep,
  untilWorldSize,
  usualEngine,
} from './lockstep-page';
import { moons } from './run-configs';

const config = { ...moons, evaluateEvery: 0 };
/** So many steps after those of the file show that the run is the same. */
const compared = 40;
/** The most that losses differ where only the kernels do: 3e-8, one unit in the last place, was measured. */
const otherKernelsMost = 1e-6;

async function save(page: Page): Promise<{ readonly path: string; readonly step: number }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a checkpoint' }).click(),
  ]);
  const step = Number(/-step-(\d+)\.safetensors$/.exec(download.suggestedFilename())![1]);
  return { path: await download.path(), step };
}

test('saved while it trains, then resumed: from Home, bit for bit, and for a whole ring', async ({
  tabs,
}) => {
  const first = await tabs.openStranger();
  await createRoom(first, config);
  await untilPhase(first, 'lobby');
  await order(first, { kind: 'start' });
  await untilStep(first, 20);
  await openTab(first, 'You');
  const { path, step } = await save(first);
  await untilStep(first, step + compared);
  await order(first, { kind: 'pause' });
  await untilPhase(first, 'paused');
  const paused = (await snapshotOf(first))!.step;
  const last = groupDigits(paused);
  await expect(first.getByText(new RegExp(`^On this device: step ${last}, kept at`))).toBeVisible();
  const uninterrupted = await stepsOf(first, step);
  const [archive] = await Promise.all([
    first.waitForEvent('download'),
    first.getByRole('button', { name: 'Export for PyTorch and ONNX' }).click(),
  ]);
  expect(archive.suggestedFilename()).toMatch(new RegExp(`-step-${paused}\\.zip$`));
  expect((await readFile(await archive.path())).toString('latin1')).toContain('class Model(nn.Module)');

  const fresh = await tabs.openStranger('/start');
  const chooser = fresh.getByLabel(/checkpoint file/);
  const bytes = await readFile(path);
  const cut = { name: 'cut.safetensors', mimeType: '', buffer: bytes.subarray(0, bytes.length - 8) };
  await chooser.setInputFiles(cut);
  await expect(fresh.getByText(/^The file is damaged: it is cut: [\d,]+ of [\d,]+ bytes\.$/)).toBeVisible();
  await chooser.setInputFiles({
    name: 'photo.png',
    mimeType: '',
    buffer: Buffer.from('\x89PNG\r\n\x1a\n0000'),
  });
  await expect(fresh.getByText(/^This is not a safetensors file/)).toBeVisible();
  await dropOn(fresh, bytes);
  const shown = new RegExp(`^Step ${groupDigits(step)}, loss [\\d.e-]+, `);
  await expect(fresh.getByText(shown)).toBeVisible();
  await chooseUsualEngine(fresh);
  await fresh.getByLabel('Ends after step').fill(String(step + compared));
  await fresh.getByRole('button', { name: 'Go on in a new room' }).click();
  await untilPhase(fresh, 'paused');
  const resumed = (await snapshotOf(fresh))!;
  expect(resumed.step).toBe(step);
  expect(resumed.engine).toMatchObject({ wish: usualEngine });
  await fresh.getByRole('button', { name: 'Resume', exact: true }).click();
  await untilPhase(fresh, 'finished');
  const again = await stepsOf(fresh);
  await openTab(fresh, 'You');
  const goneOn = await save(fresh);
  // Each page measures whether fused multiply-adds gain here (choose-path.ts). With the same kernels every bit is equal.
  const most = kernelsOf(await readFile(goneOn.path)) === kernelsOf(bytes) ? 0 : otherKernelsMost;
  expect(again.map((record) => record.step)).toEqual(
    Array.from({ length: compared }, (_, i) => step + 1 + i),
  );
  for (const [i, { loss }] of again.entries())
    expect(Math.abs(loss - uninterrupted[i].loss)).toBeLessThanOrEqual(most);
  await fresh.close();

  await first.goto('/start');
  const kept = first.getByText(new RegExp(`^Step ${last}, `));
  await expect(kept).toBeVisible();
  const [file] = await Promise.all([
    first.waitForEvent('download'),
    first.getByRole('button', { name: 'Download', exact: true }).click(),
  ]);
  expect((await stat(await file.path())).size).toBeGreaterThan(4 * 1_218);
  await first.getByRole('button', { name: 'Forget' }).click();
  await expect(kept).toBeHidden();

  // The host’s own run is another one: its ring takes over the file's, and so does its guest.
  const { url } = await createRoom(first, { ...config, seed: 77 });
  const guest = await tabs.openStranger();
  await joinRoom(guest, url, 'Guest');
  await untilWorldSize([first, guest], 2);
  await calm(first);
  await order(first, { kind: 'start' });
  await untilStep(first, 3);
  await expectFullDiskSaid(first);
  await goOnWith(first, path);
  for (const page of [first, guest]) {
    await expect.poll(async () => (await snapshotOf(page))!.step).toBe(step);
    await untilPhase(page, 'paused');
  }
  const [held, taken] = await Promise.all([first, guest].map(snapshotOf));
  expect(taken!.digest).toBe(held!.digest);
  await first.getByRole('button', { name: 'Resume', exact: true }).click();
  for (const page of [first, guest]) await untilStep(page, step + 10);
  const [host, member] = await Promise.all([first, guest].map((page) => stepsOf(page, step)));
  const mine = host.find((record) => record.step === step + 1 && record.worldSize === 2);
  expect(mine?.digest).toBe(member.find((record) => record.step === step + 1)!.digest);
});

function kernelsOf(file: Buffer): string {
  return /kernels\W+(simd|relaxed)/.exec(file.toString('latin1'))![1];
}

/** A pause writes the run, and the storage has no room for it. */
async function expectFullDiskSaid(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await order(page, { kind: 'pause' });
  await openTab(page, 'Log');
  for (const [code, words] of [
    ['en', 'The run is not kept on this device: the storage of this site is full.'],
    ['de', 'Der Lauf ließ sich auf diesem Gerät nicht aufbewahren: Der Speicher dieser Seite ist voll.'],
    ['fr', 'L’entraînement n’a pas pu être gardé sur cet appareil\u00a0: le stockage de ce site est plein.'],
  ]) {
    await chooseLanguage(page, code);
    await expect(page.getByRole('listitem').filter({ hasText: words })).toBeVisible();
  }
  await chooseLanguage(page, 'en');
  await openTab(page, 'You');
  await devtools.send('Storage.overrideQuotaForOrigin', { origin }); // as before
  await devtools.detach();
}

/** Drops a file on the page as a person does, wherever it is. */
async function dropOn(page: Page, bytes: Buffer): Promise<void> {
  await page.evaluate((base64) => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    data.items.add(new File([content], 'run.safetensors'));
    document.body.dispatchEvent(
      new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }),
    );
  }, bytes.toString('base64'));
}

async function goOnWith(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Go on with a saved run …' }).click();
  await page.getByLabel(/checkpoint file/).setInputFiles(path);
  await page.getByRole('button', { name: 'Go on with it' }).click();
}
