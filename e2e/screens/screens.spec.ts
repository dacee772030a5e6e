// A picture of every screen and of every state of the lab, at the widths of a phone, a tablet and a laptop, in light and in
// dark, what axe and a ruler find wrong with it, and what Tab does not reach. Pictures: .lockstep/screens/NAME-WIDTH-COLOURS.png.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { places } from '../../tools/lab/fixtures/places';
import { lessonIds } from '../../app/lessons/core/lesson';
import { violationsOf } from '../axe';
import { expect, test } from '../fixtures';
import { tabFaults } from '../keyboard';
import { labStates, lastingFaults, resize, showLabScreen } from '../lab-screens';
import { untilPhase, untilStep } from '../lockstep-page';

const folder = path.join(import.meta.dirname, '../../.lockstep/screens');
const widths = [360, 768, 1440] as const;
const colours = ['light', 'dark'] as const;
/** Longer than a part of the page takes to come. */
const loadedMs = 400;
const mostLooks = 10;
/** A narrow phone, and a laptop of 1440 × 900 at 200 % zoom. */
const others = [
  [320, 640],
  [720, 450],
] as const;

/** Takes all pictures of what `page` shows; returns one sentence per fault. Of an open dialog they show what is in view, and
 *  Tab does not reach what lies below it (keyboard.spec.ts). */
async function faultsOf(page: Page, name: string, isDialog = false): Promise<string[]> {
  mkdirSync(folder, { recursive: true });
  await untilLoaded(page);
  const found: string[] = [];
  for (const width of widths)
    for (const colorScheme of colours) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await resize(page, width);
      if (colorScheme === 'light')
        for (const fault of await lastingFaults(page)) found.push(`${name}, ${width} px: ${fault}`);
      const file = path.join(folder, `${name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: !isDialog, animations: 'disabled' });
    }
  for (const [width, height] of others) {
    await resize(page, width, height);
    for (const fault of await lastingFaults(page)) found.push(`${name}, ${width} × ${height} px: ${fault}`);
  }
  await resize(page, 1440);
  if (!isDialog) for (const fault of await tabFaults(page)) found.push(`${name}: ${fault}`);
  const looks = widths.flatMap((width) => colours.map((colour) => [width, colour] as const));
  for (const fault of await violationsOf(page, looks)) found.push(`${name}: ${fault}`);
  return found;
}

/** Parts that load late are there: for a while no script came, and no text. */
async function untilLoaded(page: Page): Promise<void> {
  const seen = (): Promise<string> =>
    page.evaluate(
      () => `${performance.getEntriesByType('resource').length} ${document.body.textContent.length}`,
    );
  let [before, now, looks] = ['', await seen(), 0];
  // Where a text counts, it never rests.
  while (before !== now && ++looks <= mostLooks) {
    await page.waitForTimeout(loadedMs);
    [before, now] = [now, await seen()];
  }
}

/** Screens as they are with a server, and what they show then. Without one: the places of the lab. */
const stills: readonly (readonly [name: string, address: string, ready: string | RegExp])[] = [
  ['home', '/', 'Play with it'],
  ['start', '/start', 'Open the room'],
  ['check', '/check', /A link through the room server and back opened/],
  ['nothing', '/no-such-page', 'Nothing is at this address'],
  ['unknown-room', '/r/QQQQQQQQQ', /no room/i],
];

for (const [name, address, ready] of stills)
  test(`screen ${name}`, async ({ tabs }) => {
    // The server answers an unknown address with 404, which a browser counts as an error of the page.
    if (name === 'nothing') tabs.expectErrors();
    const page = await tabs.open(address);
    await expect(page.getByText(ready).first()).toBeVisible();
    expect(await faultsOf(page, name)).toEqual([]);
  });

test('screen alone: a demo ring of this page, training and paused', async ({ tabs }) => {
  const page = await tabs.open('/alone?replicas=4&preset=moons');
  await untilStep(page, 200);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await untilPhase(page, 'paused');
  expect(await faultsOf(page, 'alone')).toEqual([]);
});

test('screen join: a room that is open', async ({ tabs }) => {
  const host = await tabs.open('/start');
  await host.getByRole('button', { name: 'Open the room' }).click();
  await untilPhase(host, 'lobby');
  expect(await faultsOf(host, 'lobby-of-a-host')).toEqual([]);
  const guest = await tabs.openStranger(new URL(host.url()).pathname);
  await expect(guest.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
  await expect(guest.getByText('1 here')).toBeVisible();
  expect(await faultsOf(guest, 'join')).toEqual([]);
});

for (const state of labStates)
  test(`state ${state}`, async ({ tabs }) => {
    const page = await tabs.open();
    await showLabScreen(page, `/lab/screen/${state}?tab=all`);
    expect(await faultsOf(page, `state-${state}`)).toEqual([]);
  });

/** The panel lab shows all states on one page, so that landmarks repeat. Each state has a test of its own. */
const single = places.filter(({ route }) => route !== '/lab/panels');

for (const { name, address } of single)
  test(`place ${name}`, async ({ tabs }) => {
    const page = await tabs.open();
    await showLabScreen(page, address);
    expect(await faultsOf(page, `place-${name}`)).toEqual([]);
  });

test('the panel lab, where one panel stands many times', async ({ tabs }) => {
  const page = await tabs.open('/lab/panels');
  const status = page.getByRole('group', { name: 'Status', exact: true });
  await expect(status.first()).toBeVisible();
  expect(await violationsOf(page, [[360, 'light']])).toEqual([]);
  await page.getByLabel('Panel', { exact: true }).selectOption('roster');
  // A table that scrolls is a region of its own inside the panel.
  await expect(page.getByRole('group', { name: 'Roster table' }).first()).toBeVisible();
  expect(await violationsOf(page, [[1440, 'dark']])).toEqual([]);
});

test('walls: every picture of the projector', async ({ tabs }) => {
  const page = await tabs.open();
  const found: string[] = [];
  for (const [state, pictures] of [
    ['training-8', ['Join', 'Model', 'Loss', 'Ring', 'Time']],
    ['asked-came', ['Predictions']],
    ...lessonIds.map((id) => [`lesson-came&lesson=${id}`, ['Predictions', 'Why']] as const),
    ['league', ['League']],
  ] as const) {
    await showLabScreen(page, `/lab/screen/project?state=${state}`);
    for (const picture of pictures) {
      await resize(page, 1440);
      const button = page.getByRole('button', { name: picture, exact: true });
      await button.click();
      // The buttons lie over the foot while somebody is at the wall: they go when nobody has been there for a while.
      await button.blur();
      await expect(page.getByRole('navigation', { name: 'Pictures' })).toHaveCSS('opacity', '0');
      const name = `wall-${picture.toLowerCase()}${state.includes('=') ? `-${state.split('=')[1]}` : ''}`;
      found.push(...(await faultsOf(page, name)));
    }
  }
  expect(found).toEqual([]);
});

/** Opened on a screen of the lab by a button. */
const dialogs: readonly (readonly [name: string, screen: string, button: string])[] = [
  ['invite', 'training-8', 'Invite'],
  ['unplug', 'training-8', 'Unplug one'],
  ['saved-run', 'training-8?tab=all', 'Go on with a saved run …'],
  ['new-run', 'training-8?screen=console', 'New run …'],
  ['slow-network', 'training-8?screen=console', 'Slow network …'],
  ['rename', 'training-8?screen=console', 'Rename Brave Otter'],
  ['remove', 'training-8?screen=console', 'Remove Brave Otter'],
  ['poison', 'training-8?screen=console', 'Poison Brave Otter'],
  ['end-for-all', 'training-8?screen=console', 'End for all …'],
  ['go-on', 'no-quorum', 'Go on with this one …'],
];

for (const [name, screen, button] of dialogs)
  test(`dialog ${name}`, async ({ tabs }) => {
    const page = await tabs.open();
    await showLabScreen(page, `/lab/screen/${screen}`);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(await faultsOf(page, `dialog-${name}`, true)).toEqual([]);
  });

/** Choices of data at Home: the radio button, and a text that stands there once it is chosen. */
const choices: readonly (readonly [name: string, choice: RegExp, ready: RegExp | string])[] = [
  ['own-files', /^Your own files/, /on this device/],
  ['public-dataset', /^A public dataset/, /^Licence:/],
  ['camera', /^Pictures from the camera/, 'Turn the camera on'],
  ['microphone', /^Sounds from the microphone/, 'Turn the microphone on'],
];

for (const [name, choice, ready] of choices)
  test(`choice ${name}`, async ({ tabs, context }) => {
    await context.grantPermissions(['camera']);
    const page = await tabs.open('/start');
    await page.getByRole('radio', { name: choice }).check();
    await expect(page.getByText(ready).first()).toBeVisible();
    expect(await faultsOf(page, `choice-${name}`)).toEqual([]);
    if (name !== 'camera') return;
    await page.getByRole('button', { name: 'Turn the camera on' }).click();
    await expect(page.locator('video')).toBeVisible();
    expect(await faultsOf(page, 'choice-camera-on')).toEqual([]);
  });
