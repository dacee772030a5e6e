// A host goes on, inside its room, with a saved run of own data that its device does not have. Every member is asked for the
// file, the host too: also after its page was loaded again, and after it gave another file. The run goes on where it was.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  createRoom,
  expectEqualHistories,
  joinRoom,
  openTab,
  order,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from './lockstep-page';
import { moons } from './run-configs';

const text = (name: string, line: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(line.repeat(120)),
});
const fox = text('fox.txt', 'The quick brown fox jumps over the lazy dog.\n');
const owl = text('owl.txt', 'Zwölf Boxkämpfer jagen Viktor quer über den Sylter Deich.\n');

/** The checkpoint of a run of own data, and the step after which it was written. */
async function savedRun(page: Page): Promise<{ readonly path: string; readonly step: number }> {
  await page.getByRole('radio', { name: /^Your own files/ }).check();
  await page.getByLabel('Files', { exact: true }).setInputFiles(fox);
  await expect(page.getByText(/^✓ fox\.txt/)).toBeVisible();
  await page.getByText('More settings', { exact: true }).click();
  for (const [label, value] of [
    ['Blocks', '1'],
    ['Channels', '16'],
    ['Heads', '2'],
    ['Context', '16'],
  ])
    await page.getByLabel(label, { exact: true }).fill(value);
  await page.getByLabel('Compute on').selectOption('cpu');
  await page.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(page, 'lobby');
  await order(page, { kind: 'start' });
  await untilMoreSteps([page], 3);
  await order(page, { kind: 'pause' });
  await untilPhase(page, 'paused');
  const { step } = (await snapshotOf(page))!;
  await openTab(page, 'You');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a checkpoint' }).click(),
  ]);
  return { path: await download.path(), step };
}

async function give(page: Page, file: typeof fox): Promise<void> {
  const asked = page.getByRole('region', { name: 'This room needs a file' });
  await asked.getByLabel('Files', { exact: true }).setInputFiles(file);
  await asked.getByRole('button', { name: /^Use (it|these) and join$/ }).click();
}

test('a host that goes on inside its room with a run of own data is asked for the file', async ({ tabs }) => {
  const first = await tabs.openStranger('/');
  const { path, step } = await savedRun(first);

  const host = await tabs.openStranger();
  const { url } = await createRoom(host, { ...moons, steps: 100_000 });
  await untilPhase(host, 'lobby');
  const guest = await tabs.openStranger();
  await joinRoom(guest, url, 'Guest');
  await untilWorldSize([host, guest], 2);
  await order(host, { kind: 'start' });
  await untilMoreSteps([host, guest], 2);
  await openTab(host, 'You');
  await host.getByRole('button', { name: 'Go on with a saved run …' }).click();
  await host.getByLabel(/checkpoint file/).setInputFiles(path);
  await host.getByRole('button', { name: 'Go on with it' }).click();
  for (const page of [host, guest]) {
    await untilPhase(page, 'needs-file');
    await expect(page.getByRole('region', { name: 'This room needs a file' })).toContainText('fox.txt');
  }

  await give(host, owl);
  await expect(host.getByRole('region', { name: 'This room needs a file' })).toContainText(/other/);
  await untilPhase(host, 'needs-file');

  await host.reload();
  await joinRoom(host, url, 'Host');
  await untilPhase(host, 'needs-file');
  await give(host, fox);
  await untilPhase(host, 'paused');
  expect((await snapshotOf(host))!.step).toBe(step);
  await untilPhase(guest, 'needs-file');
  await give(guest, fox);
  await untilWorldSize([host, guest], 2);
  await order(host, { kind: 'start' });
  await untilMoreSteps([host, guest], 3);
  await expectEqualHistories([host, guest], 3);
});
