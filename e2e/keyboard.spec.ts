// Everything by keyboard, on the states of the lab: no ring is needed to press a key. Each step begins where the one
// before left the focus, as for a person who has no pointer.
import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { blankPage, expect, test } from './fixtures';
import { pressOn, tabFaults, tabTo } from './keyboard';
import { showLabScreen } from './lab-screens';

/** One of each kind with most controls. `npm run test:screens` walks through every screen. */
const screens = [
  ...['home-found', 'lesson-one-model-met', 'training-8', 'changed?tab=log&screen=console'],
  ...['league?tab=league', 'project?state=training-8'],
];

test('Tab comes to every control of each kind of screen, shows where it is, and is held nowhere', async ({
  tabs,
}) => {
  const page = await tabs.open(blankPage);
  await page.setViewportSize({ width: 1440, height: 900 });
  const found: string[] = [];
  for (const screen of screens) {
    await showLabScreen(page, `/lab/screen/${screen}`);
    for (const fault of await tabFaults(page)) found.push(`${screen}: ${fault}`);
  }
  expect(found).toEqual([]);
});

test('a host opens dialogs, tries what there is to try, lets one in and refuses one', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  await test.step('dialogs are left by Escape and by Close, and give the focus back', async () => {
    await showLabScreen(page, '/lab/screen/training-2');
    const invite = page.getByRole('button', { name: 'Invite' });
    const dialog = page.getByRole('dialog', { name: 'Invite' });
    // Code and picture can always be shown again.
    for (const leave of ['Escape', 'Close'] as const) {
      await pressOn(page, invite);
      await expect(dialog).toContainText('K7Q M4P');
      await expect(dialog.getByRole('img', { name: /QR/ })).toBeVisible();
      await expect(dialog).toContainText(/https?:\/\/[^ ]+\/r\/K7QM4P/);
      if (leave === 'Escape') await page.keyboard.press('Escape');
      else await pressOn(page, dialog.getByRole('button', { name: 'Close' }));
      await expect(dialog).toHaveCount(0);
      await expect(invite).toBeFocused();
    }
    const unplug = page.getByRole('button', { name: 'Unplug one' });
    await pressOn(page, unplug);
    await page.keyboard.press('Escape');
    await expect(unplug).toBeFocused();
  });
  await test.step('tries, pauses and goes on', async () => {
    await showLabScreen(page, '/lab/screen/training-16');
    const host = page.getByRole('region', { name: 'Host controls' });
    const chip = (name: string) => host.getByRole('button', { name, exact: true });
    await pressOn(page, chip('Pause'));
    await expect(chip('Resume')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(chip('Pause')).toBeFocused();
    const play = page.getByRole('region', { name: 'Play', exact: true });
    await tabTo(page, play.getByRole('slider', { name: 'Line' }));
    await page.keyboard.press('Home');
    await expect(page.getByRole('region', { name: 'Status' })).toContainText('Emulated');
    const unplug = play.getByRole('button', { name: 'Unplug one' });
    await pressOn(page, unplug);
    await pressOn(page, page.getByRole('button', { name: 'Unplug it' }));
    await expect(page.getByRole('region', { name: 'The ring' }).getByRole('status')).toHaveText(
      'Gone: Tidy Wren.',
    );
    await expect(unplug).toBeFocused();
    await tabTo(page, play.getByRole('radio', { name: '32' }));
    await page.keyboard.press('ArrowLeft');
    await expect(play.getByRole('radio', { name: '8', exact: true })).toBeChecked();
  });
  await test.step('opens the console, lets one in and refuses one', async () => {
    await showLabScreen(page, '/lab/screen/door');
    await pressOn(page, page.getByRole('button', { name: 'Console: 2 at the door' }));
    const room = page.getByRole('region', { name: 'Room K7Q M4P' });
    const waiting = room.getByRole('list', { name: 'Waiting at the door' });
    await pressOn(page, room.getByRole('button', { name: 'Let in Witty Puffin' }));
    await expect(waiting.getByRole('listitem')).toHaveText(/^<b>Robert/);
    // The pressed button is gone: the focus is on the next one at the door.
    await expect(room.getByRole('button', { name: 'Let in <b>Robert</b>; DROP' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(room.getByText('Nobody waits at the door.')).toBeVisible();
    await tabTo(page, room.getByRole('link', { name: 'Show on a projector' }));
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await pressOn(page, page.getByRole('button', { name: 'Back to the ring' }));
    await expect(page.getByRole('button', { name: 'Console', exact: true })).toBeFocused();
  });
});

/** What the press of Enter on the focused button saves. */
async function savedBy(page: Page, name: string): Promise<string> {
  await tabTo(page, page.getByRole('button', { name }));
  const [download] = await Promise.all([
    page.waitForEvent('download') as Promise<Download>,
    page.keyboard.press('Enter'),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

test('a curve and steps are read, zoomed, shown whole and saved', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  await page.setViewportSize({ width: 1440, height: 900 });
  await test.step('a curve', async () => {
    await showLabScreen(page, '/lab/screen/training-8');
    const chart = page
      .getByRole('region', { name: 'Loss', exact: true })
      .getByRole('group', { name: /arrow keys/ });
    const showAll = chart.getByRole('button', { name: 'Show all' });
    const step = async (): Promise<number> =>
      Number((await chart.locator('dl dd').first().textContent())!.replaceAll(',', ''));
    await tabTo(page, chart);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(step).toBeGreaterThan(6000);
    for (let presses = 0; presses < 30; presses++) await page.keyboard.press('ArrowLeft');
    await expect.poll(step).toBeLessThan(3500);
    await page.keyboard.press('+');
    await expect(showAll).toBeVisible();
    await page.keyboard.press('0');
    await expect(showAll).toHaveCount(0);
    await page.keyboard.press('+');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Tab');
    await expect(showAll).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(showAll).toHaveCount(0);
    await expect(chart).toBeFocused();
    await tabTo(
      page,
      page.getByRole('region', { name: 'Loss', exact: true }).getByText('Save', { exact: true }),
    );
    await page.keyboard.press('Enter');
    expect(await savedBy(page, 'Save Loss as CSV')).toMatch(/^Step,.*\n1,/);
  });
  await test.step('steps with overlap off stand beside steps with overlap on', async () => {
    await showLabScreen(page, '/lab/screen/changed?tab=timeline');
    const timeline = page.getByRole('region', { name: 'Timeline', exact: true });
    const picture = (mode: 'off' | 'on') =>
      timeline.getByRole('group', { name: new RegExp(`^Overlap ${mode}: `) });
    await pressOn(page, timeline.getByRole('button', { name: 'Overlap off | on' }), 'Space');
    // The state’s steps are made so (tools/lab/fixtures/timeline.ts).
    await expect(timeline).toContainText(
      /A step takes 39\.0\sms \(steps 1,239 and 1,240\) without overlap, and 31\.0\sms/,
    );
    const [off, on] = [(await picture('off').boundingBox())!, (await picture('on').boundingBox())!];
    expect(on.y).toBe(off.y);
    expect(on.width).toBe(off.width);
    expect(on.x).toBeGreaterThanOrEqual(off.x + off.width);
    await tabTo(page, picture('off'));
    await page.keyboard.press('+');
    for (const mode of ['off', 'on'] as const)
      await expect(picture(mode).getByRole('button', { name: 'Show all' })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(timeline.getByRole('button', { name: 'Show all' })).toHaveCount(0);
    await expect(picture('off')).toBeFocused();
    const trace = JSON.parse(await savedBy(page, 'Save as Chrome trace')) as {
      traceEvents: readonly unknown[];
    };
    expect(trace.traceEvents.length).toBeGreaterThan(50);
  });
});
