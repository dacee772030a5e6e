// Everything by keyboard, on the states of the lab: no ring is needed to press a key. Each step begins where the one
// before left the focus, as for a person who has no pointer.
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
      await expect(dialog).toContainText('K7Q M4P TX9');
      await expect(dialog.getByRole('img', { name: /QR/ })).toBeVisible();
      await expect(dialog).toContainText(/https?:\/\/[^ ]+\/r\/K7QM4PTX9/);
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
    const room = page.getByRole('region', { name: 'Room K7Q M4P TX9' });
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
