// WCAG by axe on the screens of a server and of a ring, light and dark, on a phone and on a desktop.
import type { Page } from '@playwright/test';
import { twoLooks, violationsOf, type Look } from '../axe';
import { expect, test } from '../fixtures';
import { createRoom, openConsole, order, untilPhase, untilStep } from '../lockstep-page';
import { moons } from '../run-configs';

/** The looks of the screen that people see first: every width in all colours. */
const allLooks: readonly Look[] = [
  [360, 'light'],
  [360, 'dark'],
  [1440, 'light'],
  [1440, 'dark'],
];

const [phone, desktop] = twoLooks;

/** Fails on any violation of the screen that `page` shows. */
async function expectNoViolations(page: Page, screen: string, looks = twoLooks): Promise<void> {
  expect(await violationsOf(page, looks), screen).toEqual([]);
}

test('Home, the calculator with a wrong figure, and Trouble have no violations', async ({ tabs }) => {
  const page = await tabs.open('/');
  await expect(page.getByRole('button', { name: 'Play with it' })).toBeVisible();
  await expectNoViolations(page, 'Home', allLooks);
  await page.goto('/start');
  await expect(page.getByRole('button', { name: 'Open the room' })).toBeVisible();
  await expectNoViolations(page, 'The form of a new room', allLooks);
  await page.goto('/calculator?preset=published');
  await expect(page.getByRole('status')).toContainText('bandwidth is the wall');
  await page.getByLabel('Bandwidth of a link').fill('0');
  await expect(page.getByRole('alert')).toContainText('Bandwidth must be from 0.1');
  await expectNoViolations(page, 'Calculator, with a wrong figure', [desktop]);
  await page.goto('/r/QQQQQQQQQ');
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoViolations(page, 'Trouble', [phone]);
});

test('the ring has no violations, in the lobby and with its curves', async ({ tabs }) => {
  const page = await tabs.open();
  await createRoom(page, { ...moons, evaluateEvery: 10 });
  await untilPhase(page, 'lobby');
  await expectNoViolations(page, 'Ring, lobby', [phone]);
  await order(page, { kind: 'start' });
  await untilStep(page, 30);
  await order(page, { kind: 'pause' }); // axe is quicker beside a ring at rest
  await untilPhase(page, 'paused');
  await expectNoViolations(page, 'Ring, with its curves');
  await openConsole(page);
  await expectNoViolations(page, 'Console', [phone]);
});
