// Where things stand on the dashboard, at several widths, on the states of the lab. What lies over something else on the
// fullest screens: screens.spec.ts.
import type { Page } from '@playwright/test';
import { blankPage, expect, test } from './fixtures';
import { lastingFaults, resize, showLabScreen } from './lab-screens';
import { openConsole } from './lockstep-page';

const widths = [360, 768, 1440] as const;

/** All panels of all tabs. */
function show(page: Page, name: string): Promise<void> {
  return showLabScreen(page, `/lab/screen/${name}?tab=all`);
}

/** Shows a state of the lab and returns what is wrong with it at each width. */
async function faultsOf(page: Page, name: string, among: readonly number[]): Promise<string[]> {
  await show(page, name);
  const found: string[] = [];
  for (const width of among) {
    await resize(page, width);
    for (const fault of await lastingFaults(page)) found.push(`${name}, ${width} px: ${fault}`);
  }
  return found;
}

test('names of 16 and of 30 replicas lie beside their bars on a phone, and a tablet’s roster is not scrolled sideways', async ({
  tabs,
}) => {
  const page = await tabs.open(blankPage);
  for (const [name, replicas] of [
    ['training-16', 16],
    ['training-30', 30],
  ] as const) {
    expect(await faultsOf(page, name, [320, 360])).toEqual([]);
    await expect(page.getByRole('list', { name: 'Time per step and replica' }).locator('> li')).toHaveCount(
      replicas,
    );
  }
  await showLabScreen(page, '/lab/screen/training-30?tab=people');
  await resize(page, 768);
  const table = page.getByRole('region', { name: 'Roster table' });
  await expect(table.getByRole('button', { name: 'Poison Brave Otter', exact: true })).toBeVisible();
  expect(await table.evaluate((region) => region.scrollWidth - region.clientWidth)).toBe(0);
});

test('loss, model and ring are whole on a laptop’s first screen, above a row of tabs', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const name of ['alone-4', 'training-8', 'training-text', 'emulated']) {
    await showLabScreen(page, `/lab/screen/${name}`);
    await resize(page, 1440);
    for (const shown of ['Loss', 'What it has learned', 'The ring']) {
      const box = (await page.getByRole('region', { name: shown, exact: true }).boundingBox())!;
      expect(box.y + box.height, `${name}: ${shown}`).toBeLessThanOrEqual(900);
    }
    const row = (await page.getByRole('tablist').boundingBox())!;
    expect(row.y + row.height, `${name}: the tabs`).toBeLessThanOrEqual(900);
  }
  // Digits share the height of a low card.
  await showLabScreen(page, '/lab/screen/training-8');
  await resize(page, 1366, 768);
  const card = page.getByRole('region', { name: 'What it has learned', exact: true });
  const [last, below] = [card.getByRole('listitem').last(), card.getByRole('button')];
  await expect(last).toBeVisible();
  const bottom = await last.evaluate((digit) => digit.getBoundingClientRect().bottom);
  expect((await below.boundingBox())!.y - bottom).toBeLessThan(60);
  // The two buttons of the play row stand beside each other on a tablet.
  await resize(page, 768);
  const [noise, unplug] = await Promise.all(
    ['Add noise', 'Unplug one'].map((name) => page.getByRole('button', { name, exact: true }).boundingBox()),
  );
  expect(noise!.y).toBe(unplug!.y);
});

test('after a run a phone has the way on in view, for the host and for a guest', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  for (const state of ['finished', 'finished-12']) {
    await showLabScreen(page, `/lab/screen/${state}`);
    await resize(page, 360, 740);
    const play = page.getByRole('button', { name: 'Play with it', exact: true });
    await expect(play).toBeInViewport({ ratio: 1 });
    await expect(play).toHaveCount(1);
    await play.click();
    await expect(page.getByRole('tabpanel', { name: 'Playground' })).toBeInViewport();
  }
});

test('on a wide screen the console keeps the loss in view, beside controls that begin on the first screen', async ({
  tabs,
}) => {
  const page = await tabs.open('/lab/screen/changed?screen=console');
  await resize(page, 1440);
  const loss = page.getByRole('region', { name: 'Loss', exact: true });
  await expect(loss).toBeVisible();
  // The part of the status that comes last, and takes a line.
  await expect(page.getByText(/^Emulated: /)).toBeVisible();
  const isInView = async (what: typeof loss): Promise<void> => {
    const box = (await what.boundingBox())!;
    expect(box.y).toBeGreaterThanOrEqual(0);
    expect(box.y + box.height).toBeLessThanOrEqual(900);
  };
  for (const name of ['Pause', 'One step', 'Ask the room'])
    await isInView(page.getByRole('button', { name, exact: true }));
  await isInView(loss);
  for (const name of ['Unplug one', 'End for all …']) {
    await page.getByRole('button', { name, exact: true }).scrollIntoViewIfNeeded();
    await isInView(loss);
  }
});

test('a tab is opened by keyboard, kept on this device, and named by a link', async ({ tabs }) => {
  const page = await tabs.open('/lab/screen/alone-4');
  const roster = page.getByRole('region', { name: 'Roster', exact: true });
  await page.getByRole('tab', { name: 'Batch and time' }).focus();
  for (const next of ['Curves', 'Playground', 'Network', 'Timeline', 'People']) {
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: next })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(roster).toBeVisible();
  await expect(page.getByRole('region', { name: 'Effective batch' })).toHaveCount(0);
  await page.reload();
  await expect(roster).toBeVisible();
  await page.goto('/lab/screen/alone-4?tab=log');
  await expect(page.getByRole('list', { name: 'Changes, newest first' })).toBeVisible();
  await expect(roster).toHaveCount(0);
});

test('the console opens and closes by its button and by the way back, with nothing cut off', async ({
  tabs,
}) => {
  const page = await tabs.open('/lab/screen/changed?tab=log');
  const wire = page.getByRole('region', { name: 'Wire', exact: true });
  await openConsole(page);
  await expect(wire).toContainText(/overlap off, step [\d,]+: [\d.]+ → [\d.]+\sms/);
  await expect(page).toHaveURL(/\?tab=log&screen=console$/);
  for (const width of [320, ...widths]) {
    await resize(page, width);
    expect(await lastingFaults(page), `${width} px`).toEqual([]);
    const below = await page.evaluate(
      () =>
        document.documentElement.scrollHeight -
        scrollY -
        document.querySelector('footer')!.getBoundingClientRect().bottom,
    );
    expect(below, `${width} px: room for an alert before there was one`).toBeLessThan(1);
  }
  await page.goBack();
  await expect(wire).toHaveCount(0);
  await page.goForward();
  await expect(wire).toBeVisible();
  await page.getByRole('button', { name: 'Back to the ring' }).click();
  await expect(wire).toHaveCount(0);
  await expect(page).toHaveURL(/\?tab=log$/);
  await page.goto('/lab/screen/lobby-guest?screen=console');
  await expect(page.getByRole('heading', { name: 'Come in' })).toBeVisible();
  await expect(wire).toHaveCount(0);
});
