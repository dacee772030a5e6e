// A question, a lesson and the playground by keyboard, on the states of the lab.
import { blankPage, expect, test } from '../fixtures';
import { pressOn, tabTo } from '../keyboard';
import { showLabScreen } from '../lab-screens';

test('a guest predicts, a student takes a lesson, and a visitor plays', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  await test.step('predicts, and takes a lesson', async () => {
    await showLabScreen(page, '/lab/screen/asked');
    const card = page.getByRole('region', { name: 'The host’s question' });
    await tabTo(page, card.getByRole('slider'));
    await page.keyboard.press('PageUp');
    await pressOn(page, card.getByRole('button', { name: 'Send my prediction' }));
    await expect(card.getByText(/^You predicted 0\.\d/)).toBeVisible();

    await showLabScreen(page, '/lesson/fuse-and-overlap');
    const choose = (group: string, chosen: string) =>
      tabTo(page, page.getByRole('group', { name: group }).getByRole('radio', { name: chosen, exact: true }));
    await choose('The gradient travels as', 'one sum per tensor');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'buckets', exact: true })).toBeChecked();
    await tabTo(page, page.getByRole('group', { name: 'Sums start' }).getByRole('radio', { checked: true }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: 'during it (overlap)' })).toBeChecked();
    await tabTo(page, page.getByRole('region', { name: 'Predict' }).getByRole('slider'));
    await page.keyboard.press('PageUp');
    await pressOn(page, page.getByRole('button', { name: 'Run it' }));
    const challenge = page.getByRole('region', { name: 'Challenge' });
    await expect(challenge.getByRole('status')).toHaveText(/^Met\./);
    // The button could not be pressed while it ran; the next Tab continues from there.
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Reset the lesson' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Each run is checked by the program.')).toBeVisible();
  });
  await test.step('draws a digit, compares a model, and writes a text', async () => {
    await showLabScreen(page, '/lab/screen/playground-digits');
    await tabTo(page, page.getByRole('application', { name: /^Sheet to draw on/ }));
    for (const key of ['Space', ...Array<string>(12).fill('ArrowDown')]) await page.keyboard.press(key);
    await expect(page.getByText(/It reads \d, \d+\s% sure/)).toHaveCount(1);
    await pressOn(page, page.getByRole('button', { name: 'Before training' }), 'Space');
    await expect(page.getByText(/It reads \d, \d+\s% sure/)).toHaveCount(2);
    await pressOn(page, page.getByRole('button', { name: 'Nothing' }), 'Space');
    await expect(page.getByText(/It reads \d, \d+\s% sure/)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Before training' })).toBeFocused();

    await showLabScreen(page, '/lab/screen/playground-text');
    await tabTo(page, page.getByRole('textbox', { name: 'Prompt' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^300 characters in .* a second on this device/)).toBeVisible();
    await tabTo(page, page.getByRole('listbox'));
    await page.keyboard.press('ArrowRight');
    await expect(
      page.getByRole('list', { name: 'The likeliest characters there' }).getByRole('listitem'),
    ).toHaveCount(5);
  });
});
