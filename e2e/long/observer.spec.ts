// R18, R19 in real pages: a device watches a room without being a replica, and a wall shows it to a class.
import type { Locator, Page } from '@playwright/test';
import { violationsOf } from '../axe';
import { blankPage, expect, test } from '../fixtures';
import { hardToRead } from '../hard-to-read';
import { showLabScreen } from '../lab-screens';
import { slideTo } from '../lesson-walk';
import {
  openConsole,
  order,
  pressJoin,
  readyMs,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilStep,
  untilWorldSize,
} from '../lockstep-page';
import { inLobby } from '../ring';
import { moons } from '../run-configs';

/** Step numbers that the screen has shown, as `Step 1,240 of …`. */
async function shownStep(page: Page): Promise<number> {
  const text = await page
    .getByText(/Step [\d,]+/)
    .first()
    .textContent();
  return Number(/Step ([\d,]+)/.exec(text ?? '')?.[1].replaceAll(',', '') ?? NaN);
}

test('a device watches an open room by its code alone, and is no member', async ({ tabs }) => {
  const { host, url } = await inLobby(tabs);
  const phone = await tabs.openStranger(url);
  await phone.getByRole('link', { name: 'only watch' }).click();
  await expect(phone.getByText('Not started yet')).toBeVisible();
  await order(host, { kind: 'start' });
  await untilStep(host, 25);
  await order(host, { kind: 'pause' }); // one replica alone takes a whole core: it waits for nobody
  await expect.poll(() => shownStep(phone)).toBeGreaterThan(20);
  await expect(phone.getByRole('img', { name: /^Training loss from step [\d,]+ to/ })).toBeVisible();
  const { worldSize, peers, observers } = (await snapshotOf(host))!;
  expect([worldSize, peers.length, observers]).toEqual([1, 1, 1]);
  expect(await phone.evaluate(() => 'lockstep' in window)).toBe(false);

  // R19d: the model as members have it, tried on this device; a newer copy comes as the ring continues.
  await phone.getByRole('button', { name: 'Ask for a copy' }).click();
  const tried = phone.getByText(/^You try the model of step [\d,]+, rounded to 16 bits\./);
  await expect(tried).toBeVisible();
  const copied = async (): Promise<number> => Number(/step ([\d,]+)/.exec(await tried.innerText())![1].replaceAll(',', '')); // prettier-ignore
  const first = await copied();
  expect(first).toBeGreaterThan(0);
  await expect(phone.getByRole('region', { name: /^Boundary at step/ })).toBeVisible();
  await order(host, { kind: 'start' });
  await untilMoreSteps([host], 20);
  await order(host, { kind: 'pause' });
  await expect.poll(copied).toBeGreaterThan(first);
  await lessonTogether(host, phone);
  // H14, R21: the door. Whoever comes now waits for the host; whom it let in may reload.
  await openConsole(host);
  await host.getByRole('radio', { name: 'I let in' }).click();
  const guest = await tabs.openStranger(url);
  await pressJoin(guest);
  await expect(guest.getByText(/Waiting until \d\d:\d\d for Host to let this device in/)).toBeVisible();
  const second = await tabs.openStranger(`${url}/watch`);
  await expect(second.getByRole('status')).toContainText('nobody may watch by the code alone');
  await host.getByRole('button', { name: 'Back to the ring' }).click();
  await host.getByRole('button', { name: 'Console: 1 at the door' }).click();
  await host.getByRole('button', { name: /^Let in / }).click();
  await untilWorldSize([host, guest], 2);
  // H15: hosting moves to the device that opens its link; the old one is a member then. Its pass opens the door again.
  await host.getByRole('button', { name: /^Move hosting to another device/ }).click();
  const link = await host.getByText(/#[\w-]{22}\.[\w-]{43}$/).textContent();
  await guest.goto(link!);
  await guest.reload();
  await expect(guest.getByText('This link makes this device the room’s host.')).toBeVisible();
  await pressJoin(guest);
  await openConsole(guest);
  await expect(host.getByText(/hosts the room now\. This device is an ordinary member/)).toBeVisible();
  await expect(host.getByRole('button', { name: 'Console', exact: true })).toHaveCount(0);
  await guest.getByRole('button', { name: 'Resume', exact: true }).click();
  await untilPhase(host, 'training');
  await expect(second.getByRole('status')).toContainText('nobody may watch by the code alone');
  expect(new URL(guest.url()).hash).toMatch(/^#[\w-]{22}$/);
});

test('a wall shows a private room, its pictures in turn by keys, readable and without names', async ({
  tabs,
}) => {
  const { host, code, url } = await inLobby(tabs, false);
  const [, popup] = await Promise.all([
    host.getByRole('link', { name: 'Show on a projector' }).first().click(),
    host.context().waitForEvent('page'),
  ]);
  expect(popup.url()).toContain(`/r/${code}/project#${new URL(url).hash.slice(1)}`);
  await expect(popup.getByText('1 member is here. Not started yet.')).toBeVisible();
  await expect(popup.locator('body')).not.toContainText('Host');
  await order(host, { kind: 'start' });
  await expect(popup.getByRole('heading', { name: 'What it has learned' })).toBeVisible();
  // What the host changes is a mark, as on the dashboard.
  await untilStep(host, 50);
  await order(host, { kind: 'set-buckets', buckets: { ...moons.buckets, overlap: !moons.buckets.overlap } });
  await untilMoreSteps([host], 20);
  await order(host, { kind: 'pause' });
  await expect.poll(() => shownStep(popup)).toBeGreaterThan(20);
  await expect(popup.locator('svg text').getByText(/^overlap (on|off)/)).toBeVisible();
  expect(await hardToRead(popup), 'the loss with a mark').toEqual([]);
  // R19g: what the model makes of the points, on the wall.
  await expect(popup.getByText(/^\d+ of 60 points on their own side$/)).toBeVisible();
  for (const name of ['The loss', 'The ring']) {
    await popup.keyboard.press('ArrowRight');
    await expect(popup.getByRole('heading', { name })).toBeVisible();
  }
  await popup.keyboard.press('ArrowRight');
  await expect(popup.getByRole('heading', { name: 'Where the time goes' })).toBeVisible();
  // R20: the host chooses; then somebody at the wall; then the host again.
  await order(host, { kind: 'show', picture: 'ring' });
  await expect(popup.getByRole('heading', { name: 'The ring' })).toBeVisible();
  await popup.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(popup.getByRole('region', { name: 'How to join' })).toBeVisible();
  await order(host, { kind: 'show', picture: null });
  await expect(popup.getByRole('button', { name: 'By itself' })).toHaveAttribute('aria-pressed', 'true');
  await classPredicts(host, popup);
  await popup.close();
  await host.close(); // what is looked at now is drawn sooner beside no ring

  const wall = await tabs.open(blankPage);
  for (const [state, pictures] of [
    ['lesson-came', ['Loss', 'Predictions', 'Why']],
    ['asked-came', ['Join', 'Model', 'Loss', 'Ring', 'Time', 'Predictions']],
    ['asked', ['Predictions']],
    ['league', ['League']],
    ['none', ['By itself']],
  ] as const) {
    await showLabScreen(wall, `/lab/screen/project?state=${state}`);
    for (const picture of pictures) {
      await wall.getByRole('button', { name: picture, exact: true }).click();
      // The picture’s words may be a chunk of their own.
      if (picture === 'League' && state === 'league') await expect(wall.getByRole('row')).toHaveCount(5);
      if (picture === 'Why')
        await expect(wall.getByText(/^Each replica walked its own way between two sums/)).toBeInViewport();
      for (const scheme of ['light', 'dark'] as const) {
        await wall.emulateMedia({ colorScheme: scheme });
        expect(await hardToRead(wall), `${state}, ${picture}, ${scheme}`).toEqual([]);
      }
    }
    if (state === 'asked-came') expect(await violationsOf(wall, [[360, 'light']]), state).toEqual([]);
  }
  await showLabScreen(wall, '/lab/screen/watch?state=training-8&age=30');
  await expect(wall.getByRole('status')).toContainText(/^Waiting for a picture.* The picture is \d+\ss old/);
  for (const [name, row] of [
    ['Loss', /^Step\s*(Loss|Mean loss)/],
    ['The ring', /^Rank\s*State\s*To the next/],
    ['Where the time goes', /^Part\s*Time\s*Share/],
  ] as const) {
    await wall
      .getByRole('region', { name, exact: true })
      .getByRole('button', { name: 'View as table' })
      .click();
    const table = wall.getByRole('region', { name: `${name}, as a table`, exact: true });
    await expect(table.getByRole('row').first()).toHaveText(row);
    expect(await table.getByRole('row').count(), name).toBeGreaterThan(5);
  }
  expect(await violationsOf(wall, [[360, 'dark']]), 'watching').toEqual([]);
});

/** H16: the host asks, a member answers, the wall counts; then it shows the answers, and what came beside them. */
async function classPredicts(host: Page, wall: Page): Promise<void> {
  await order(host, { kind: 'pause' });
  await untilPhase(host, 'paused');
  await openConsole(host);
  const step = (await snapshotOf(host))!.step + 20;
  await host.getByLabel('Step', { exact: true }).fill(String(step));
  // The field’s first value follows from the loss, which may be small by now.
  await host.getByLabel('Largest answer', { exact: true }).fill('1');
  await host.getByRole('button', { name: 'Ask the room' }).click();
  await expect(wall.getByRole('heading', { name: 'Our predictions' })).toBeVisible();
  await expect(wall.getByText('Nobody but the host is here to answer.')).toBeVisible();
  await host.getByRole('button', { name: 'Back to the ring' }).click();
  await slideTo(host.getByLabel(/^What will the loss be at step/), '0.4');
  await host.getByRole('button', { name: 'Send my prediction' }).click();
  await expect(wall.getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(wall.getByRole('list', { name: 'Answers' })).toHaveCount(0);
  await openConsole(host);
  await host.getByRole('button', { name: 'Close the question' }).click();
  await expect(wall.getByRole('list', { name: 'Answers' })).toContainText('1');
  await expect(wall.getByText(/What came/)).toHaveCount(0);
  await order(host, { kind: 'start' });
  await expect(wall.getByText(/What came: \d/)).toBeVisible();
  await host.getByRole('button', { name: 'Back to the ring' }).click();
  await expect(host.getByText(/^You predicted 0\.4/)).toBeVisible();
  await expect(host.getByText(/^What came: \d.* (right|low|high)\.$/)).toBeVisible();
}

/** H16d, H19: who only watches predicts too; then the host's device runs the lesson, and every screen shows what came. */
async function lessonTogether(host: Page, phone: Page): Promise<void> {
  await openConsole(host);
  await host.getByLabel('Ask everybody for a prediction').selectOption('fewer-bytes');
  await host.getByLabel('Each number is sent as').selectOption({ label: '1 byte (int8)' });
  await host.getByLabel('Steps', { exact: true }).selectOption('192');
  await host.getByRole('button', { name: 'Ask, then run it together' }).click();
  await slideTo(phone.getByLabel(/^How many bytes will be sent/), '25\u00a0%');
  await phone.getByRole('button', { name: 'Send my prediction' }).click();
  await expect(host.getByText('1 of 1 has answered.', { exact: true })).toBeVisible();
  await phone.getByRole('button', { name: 'Change it' }).click();
  await slideTo(phone.getByLabel(/^How many bytes will be sent/), '35\u00a0%');
  await phone.getByRole('button', { name: 'Send my prediction' }).click();
  await expect(phone.getByText('You predicted 35 %.', { exact: true })).toBeVisible();
  await expect(
    host.getByText('1 of 1 has answered.', { exact: true }),
    'one device has one answer',
  ).toBeVisible();
  // It closes by itself only where the ring has other members: nobody knows how many watchers still think.
  await host.getByRole('button', { name: 'Close the question' }).click();
  await host.getByRole('button', { name: 'Run it now' }).click();
  await expect(phone.getByText(/^The host’s device runs the lesson/)).toBeVisible();
  const came = phone.getByText(/^The host’s device ran the lesson: \d+ steps\.$/);
  await expect(came).toBeVisible({ timeout: readyMs });
  const curves =
    /^Loss on examples that nobody learns from, .* Four bytes a number: from .* With the codec int8/;
  await expect(phone.getByRole('img', { name: curves })).toBeVisible();
  await expect(phone.getByText(/What came: 3\d(\.\d)?\s%/)).toBeVisible();
  await expect(phone.getByText(/^You predicted 35\s%\. You were right\.$/)).toBeVisible();
  await expect(host.getByText(/^One replica sent .* a step, 3\d\s% of the plain ones\.$/)).toBeVisible();
  const challenge = await challengeOn(phone);
  expect(await (await challengeOn(host)).getAttribute('href')).toBe(await challenge.getAttribute('href'));
  await takes(phone, challenge);
  await host.getByRole('button', { name: 'Take the question away' }).click();
  await host.getByRole('button', { name: 'Back to the ring' }).click();
  await expect(host.getByText('The challenge:')).toHaveCount(0);
}

async function challengeOn(page: Page): Promise<Locator> {
  await expect(page.getByText(/^The challenge: Send at most a quarter of the bytes/)).toBeVisible();
  return page.getByRole('link', { name: 'Take it on the lesson’s page (opens a new tab)' });
}

/** The challenge opens the lesson's own page in another tab, with the settings of the class. */
async function takes(page: Page, challenge: Locator): Promise<void> {
  const [lesson] = await Promise.all([page.context().waitForEvent('page'), challenge.click()]);
  const codec = lesson.getByRole('group', { name: 'Each number is sent as' });
  await expect(codec.getByRole('radio', { name: '1 byte (int8)' })).toBeChecked();
  await expect(lesson.getByRole('region', { name: 'Challenge' })).toContainText('Each run is checked');
  await lesson.close();
}
