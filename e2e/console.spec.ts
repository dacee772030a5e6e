// The host's console on a ring of two: what a control does is seen on the guest's page too, and what changes the run is a
// labelled mark on the curves of both.
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  calm,
  openConsole,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilPhase,
  untilStep,
} from './lockstep-page';
import { formRing, trainTo } from './ring';
import { moons } from './run-configs';

/** A number of the console, typed and set. */
async function setNumber(host: Page, label: string, value: string): Promise<void> {
  const field = host.getByLabel(label, { exact: true });
  await field.fill(value);
  await field.press('Enter');
}

/** The label at the mark of a change, on the curve of the loss. */
async function expectMark(pages: readonly Page[], label: RegExp): Promise<void> {
  for (const page of pages)
    await expect(
      page.getByRole('region', { name: 'Loss', exact: true }).locator('svg text').getByText(label),
    ).toBeVisible();
}

test('what the host sets is seen by both, and marked on the curves of both', async ({ tabs }) => {
  const host = await tabs.open();
  const guest = await tabs.openStranger();
  const both = [host, guest];
  await formRing(host, moons, { Guest: guest });
  await calm(host);
  await trainTo(both, 25);
  await openConsole(host);
  const ofBoth = <T>(read: (shown: NonNullable<Awaited<ReturnType<typeof snapshotOf>>>) => T) =>
    Promise.all(both.map(async (page) => read((await snapshotOf(page))!)));

  await setNumber(host, 'Exactly', '0.0123');
  await expect.poll(() => ofBoth(({ learningRate }) => learningRate)).toEqual([0.0123, 0.0123]);
  await expectMark(both, /^learning rate 0\.0123/);
  await untilMoreSteps(both, 10);

  await host.getByRole('radio', { name: 'Fixed' }).check();
  await setNumber(host, 'Batch of the ring', '40');
  await expect.poll(() => ofBoth(({ effectiveBatch }) => effectiveBatch)).toEqual([40, 40]);
  await expectMark(both, /^batch fixed at 40/);
  await expect(guest.getByRole('region', { name: 'Effective batch' })).toContainText('2 × 20 = 40');
  await untilMoreSteps(both, 2);
  const { contributions } = (await stepsOf(guest)).at(-1)!;
  expect(Object.values(contributions)).toEqual([20, 20]);

  // No run reaches it.
  await setNumber(host, 'League: target loss', '0.000001');
  await guest.getByRole('tab', { name: 'League' }).click();
  await expect(guest.getByRole('region', { name: 'League', exact: true })).toContainText(
    'Which run reaches a loss of 1.00e-6 first?',
  );
  await expect(host.getByText('No run has reached it. Another target')).toBeVisible();

  await host.getByRole('button', { name: 'Rename Guest', exact: true }).click();
  await host.getByLabel('Name on every screen').fill('Ada');
  await host.getByRole('dialog').getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(host.getByRole('region', { name: 'Roster', exact: true })).toContainText('Ada');
  await guest.getByRole('tab', { name: 'People' }).click();
  await expect(guest.getByRole('region', { name: 'Roster', exact: true })).toContainText('Ada');

  await host.getByRole('button', { name: 'Pause', exact: true }).click();
  for (const page of both) await untilPhase(page, 'paused');
  const { step } = (await snapshotOf(host))!;
  await host.getByRole('button', { name: 'One step' }).click();
  for (const page of both) await untilStep(page, step + 1);
  for (const page of both) await untilPhase(page, 'paused');
  const after = await ofBoth(({ step: at, digest }) => `${at} ${digest}`);
  expect(after[0]).toMatch(new RegExp(`^${step + 1} `));
  expect(after[1]).toBe(after[0]);
});
