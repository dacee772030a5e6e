// A question, a lesson, the playground, a curve and a timeline by keyboard, on the states of the lab.
import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
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

/** The file that the press of Enter on the focused button saves. */
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
