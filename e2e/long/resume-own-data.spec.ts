// A host continues, inside its room, with a saved run of own data that its device does not have. It is asked for the
// file before the ring ends its run, and again after its page was loaded again; another file is refused. Members are
// asked then.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import {
  calm,
  createRoom,
  expectEqualHistories,
  intervals,
  joinRoom,
  noticesOf,
  openTab,
  order,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
  type LockstepWindow,
} from '../lockstep-page';
import { moons } from '../run-configs';
import { textRun } from '../text-run';

const text = (name: string, line: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(line.repeat(120)),
});
const fox = text('fox.txt', 'The quick brown fox jumps over the lazy dog.\n');
const owl = text('owl.txt', 'Zwölf Boxkämpfer jagen Viktor quer über den Sylter Deich.\n');

/** What both pickers say of a file with another hash. */
const otherFile = /^This is other data than the room’s/;

async function give(page: Page, file: typeof fox): Promise<void> {
  const asked = page.getByRole('region', { name: 'This room needs a file' });
  await asked.getByLabel('Files', { exact: true }).setInputFiles(file);
  await asked.getByRole('button', { name: /^Use (it|these) and join$/ }).click();
}

test('a host that goes on inside its room with a run of own data is asked for the file', async ({
  tabs,
}, info) => {
  const { path, step } = await textRun(info, fox);
  const host = await tabs.openStranger();
  const { url } = await createRoom(host, { ...moons, steps: 100_000 });
  await untilPhase(host, 'lobby');
  const guest = await tabs.openStranger();
  await joinRoom(guest, url, 'Guest');
  await untilWorldSize([host, guest], 2);
  await calm(host);
  await order(host, { kind: 'start' });
  await untilMoreSteps([host, guest], 2);
  await openTab(host, 'You');
  // A script resumes without the dialog: it is refused in a sentence, and the ring trains on.
  await resumeByScript(host, path);
  const refusal = 'The saved run needs its data, “fox.txt”: give the file first.';
  await expect.poll(() => noticesOf(host), { intervals }).toContain(refusal);
  await untilMoreSteps([host, guest], 5);

  await host.getByRole('button', { name: 'Go on with a saved run …' }).click();
  const dialog = host.getByRole('dialog');
  await dialog.getByLabel(/checkpoint file/).setInputFiles(path);
  await expect(dialog.getByText(/^This run needs its data: fox\.txt, .* Give the file here/)).toBeVisible();
  const goOn = dialog.getByRole('button', { name: 'Go on with it' });
  await expect(goOn).toBeDisabled();
  await dialog.getByLabel('Files', { exact: true }).setInputFiles(owl);
  await expect(dialog.getByText(otherFile)).toBeVisible();
  await expect(goOn).toBeDisabled();
  await dialog.getByLabel('Files', { exact: true }).setInputFiles(fox);
  // The guest trains on alone while the host’s page is away: the run must not end meanwhile.
  await dialog.getByLabel('Ends after step').fill('100000');
  await goOn.click();

  await untilPhase(guest, 'needs-file');
  await untilPhase(host, 'paused');
  expect((await snapshotOf(host))!.step).toBe(step);
  await give(guest, fox);
  await untilWorldSize([host, guest], 2);
  await order(host, { kind: 'start' });
  await untilMoreSteps([host, guest], 3);

  // Loaded again, the host’s page has no files any more: it asks for them as any member’s.
  await host.reload();
  await joinRoom(host, url, 'Host');
  await untilPhase(host, 'needs-file');
  const asked = host.getByRole('region', { name: 'This room needs a file' });
  await asked.getByLabel('Files', { exact: true }).setInputFiles(owl);
  await expect(asked.getByText(otherFile)).toBeVisible();
  await give(host, fox);
  await untilWorldSize([host, guest], 2);
  await untilMoreSteps([host, guest], 3);
  // The guest’s page holds the steps of the first run too, which are others.
  await expectEqualHistories([host], 3);
});

async function resumeByScript(page: Page, path: string): Promise<void> {
  const base64 = (await readFile(path)).toString('base64');
  await page.evaluate((text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    (window as LockstepWindow).lockstep!.send({ kind: 'resume', file: new Blob([bytes]) });
  }, base64);
}
