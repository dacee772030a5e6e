// A room on the user's own files, its saved run, and what a playground says of it.
import type { Locator, Page } from '@playwright/test';
import { expect, type Tabs } from './fixtures';
import {
  chooseUsualEngine,
  expectEqualHistories,
  openTab,
  pressJoin,
  snapshotOf,
  untilPhase,
  untilStep,
  untilWorldSize,
} from './lockstep-page';

/** A file as `setInputFiles` takes it: a path, or a file's content. */
type Upload = string | FilePayload;

export interface FilePayload {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** IDX: 0, 0, 8 for bytes, the number of dimensions; each as a big-endian u32; the bytes. */
export function idx(name: string, shape: readonly number[], byteAt: (index: number) => number): FilePayload {
  const head = Buffer.alloc(4 + 4 * shape.length);
  head.writeUInt32BE(0x0800 + shape.length);
  shape.forEach((size, d) => head.writeUInt32BE(size, 4 + 4 * d));
  const length = shape.reduce((product, size) => product * size, 1);
  const body = Buffer.from(Array.from({ length }, (_, index) => byteAt(index)));
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.concat([head, body]) };
}

export interface FilesRoom {
  readonly files: readonly Upload[];
  /** What the host reads once they are read. */
  readonly read: RegExp;
  /** Fields under More settings, by their labels. */
  readonly settings: Readonly<Record<string, string>>;
  /** The guest's button. */
  readonly join: 'Use it and join' | 'Use these and join';
  readonly steps: number;
  readonly guests: number;
}

/** The host's tab, of some that trained together for some steps, and rest. */
export async function trainTogether(tabs: Tabs, room: FilesRoom): Promise<Page> {
  const choose = (page: Page): Promise<void> =>
    page.getByLabel('Files', { exact: true }).setInputFiles([...room.files] as string[]);
  const host = await tabs.open('/start');
  await host.getByRole('radio', { name: /^Your own files/ }).check();
  await choose(host);
  await expect(host.getByText(room.read)).toBeVisible();
  await host.getByText('More settings', { exact: true }).click();
  for (const [label, value] of Object.entries(room.settings))
    await host.getByLabel(label, { exact: true }).fill(value);
  await chooseUsualEngine(host);
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');
  const all = [host];
  while (all.length <= room.guests) {
    const guest = await tabs.openStranger(host.url());
    await pressJoin(guest);
    await choose(guest);
    await guest.getByRole('button', { name: room.join }).click();
    all.push(guest);
  }
  await untilWorldSize(all, all.length);
  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilStep(host, room.steps);
  await host.getByRole('button', { name: 'Pause', exact: true }).click();
  for (const page of all) await untilPhase(page, 'paused');
  await expectEqualHistories(all, room.steps);
  return host;
}

/** The checkpoint as the person's download. */
export async function save(page: Page): Promise<string> {
  await openTab(page, 'You');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a checkpoint' }).click(),
  ]);
  const { step } = (await snapshotOf(page))!;
  expect(download.suggestedFilename()).toContain(`-step-${step}.safetensors`);
  return download.path();
}

/** A playground in a browser profile that saw nothing of the run but its file. */
export async function playInFreshProfile(tabs: Tabs, path: string): Promise<Page> {
  const fresh = await tabs.openStranger('/playground');
  await fresh.getByLabel(/checkpoint file$/).setInputFiles(path);
  return fresh;
}

/** Strokes by the keyboard. The pen begins in the middle of the sheet, raised. The page centres a drawing and scales it, so
 *  that only its form counts. */
export const drawings: readonly (readonly string[])[] = [
  pen('Left 6, down, Right 12'),
  pen('Up 8, down, Down 16'),
  pen('Left 6, Up 8, down, Down 16, Right 12'),
  pen('Right 6, Down 8, down, Up 16, Left 12'),
];

function pen(moves: string): readonly string[] {
  return moves.split(', ').flatMap((move) => {
    if (move === 'down') return [' '];
    const [direction, count] = move.split(' ');
    return Array<string>(Number(count)).fill(`Arrow${direction}`);
  });
}

/** What the page says of each drawing: the probability of each class, in percent as it shows it. */
export async function readings(page: Page, drawn = drawings): Promise<readonly (readonly string[])[]> {
  const sheet = page.getByRole('application', { name: /^Sheet to draw on/ });
  const read: string[][] = [];
  for (const keys of drawn) {
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByText(/waits for something to read\.$/)).toBeVisible();
    await sheet.focus();
    for (const key of keys) await page.keyboard.press(key);
    await sheet.blur();
    const classes = page.getByRole('list', { name: 'Probability of each class' }).getByRole('listitem');
    await expect(classes.first()).toBeVisible();
    read.push(
      await atRest(async () => (await classes.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))),
    );
  }
  return read;
}

/** The value once it is the same at three looks in a row: the model is asked again until the line is whole. */
async function atRest<T>(look: () => Promise<T>): Promise<T> {
  let last = await look();
  let same = 0;
  await expect
    .poll(
      async () => {
        const now = await look();
        same = JSON.stringify(now) === JSON.stringify(last) ? same + 1 : 0;
        last = now;
        return same;
      },
      { intervals: [200] },
    )
    .toBeGreaterThanOrEqual(3);
  return last;
}

/** The text that the page writes with this seed. */
export async function writtenWith(within: Locator, prompt: string, seed: number): Promise<string> {
  await within.getByLabel('Prompt').fill(prompt);
  await within.getByLabel('Seed', { exact: true }).fill(String(seed));
  await within.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(within.getByText(/^300 characters in .* a second on this device/)).toBeVisible();
  return within
    .getByRole('region', { name: /^Written at step/ })
    .getByRole('listbox')
    .innerText();
}
