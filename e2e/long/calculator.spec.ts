// The network calculator at every width, and with the figures that a room has measured.
import type { Page } from '@playwright/test';
import { type Setup } from '../../src/calculator/setup';
import { stepCost } from '../../src/calculator/step-cost';
import type * as calculatorWords from '../../app/bridge/words/calculator-words';
import { parseCalculatorQuery } from '../../app/bridge/form/calculator-form';
import { blankPage, expect, test } from '../fixtures';
import { lastingFaults, resize, showLabScreen } from '../lab-screens';
import {
  calm,
  createRoom,
  joinRoom,
  openTab,
  order,
  snapshotOf,
  untilStep,
  untilWorldSize,
} from '../lockstep-page';
import { pageModule } from '../page-module';
import { moons } from '../run-configs';

let words: typeof calculatorWords;
test.beforeAll(async () => {
  words = await pageModule<typeof calculatorWords>('app/bridge/words/calculator-words.ts');
});

async function expectAnswer(page: Page, setup: Setup): Promise<void> {
  await expect(page.getByRole('status')).toContainText(words.answerWords(setup, stepCost(setup)));
}

test('nothing is cut off or broken at any width', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  const found: string[] = [];
  for (const search of ['preset=class', 'preset=published', 'preset=datacentre&h=8', 'preset=own&n=1']) {
    await showLabScreen(page, `/calculator?${search}`);
    await expect(page.getByRole('status')).toContainText('Each step takes');
    for (const width of [320, 768, 1440]) {
      await resize(page, width);
      for (const fault of await lastingFaults(page)) found.push(`${search}, ${width} px: ${fault}`);
    }
  }
  expect(found).toEqual([]);
});

test('in a room, its own measured figures, and the room goes on', async ({ tabs }) => {
  const host = await tabs.openStranger();
  const guest = await tabs.openStranger();
  const { code, url } = await createRoom(host, moons);
  await joinRoom(guest, url, 'Guest');
  await untilWorldSize([host, guest], 2);
  await calm(host);
  await order(host, { kind: 'start' });
  await untilStep(host, 40);
  await openTab(host, 'Network');
  const communication = host.getByRole('region', { name: 'Communication', exact: true });
  await communication.scrollIntoViewIfNeeded();
  await expect(communication).toContainText('messages in a row', { timeout: 60_000 });
  await communication.getByRole('link', { name: 'Calculate other networks' }).click();

  await expect(host.getByRole('button', { name: 'This room' })).toHaveAttribute('aria-pressed', 'true');
  const { setup } = parseCalculatorQuery(new URL(host.url()).search);
  expect(setup).toMatchObject({
    parameters: (await snapshotOf(host))!.parameterCount,
    worldSize: 2,
    bytesPerElement: 4,
  });
  await expectAnswer(host, setup);
  await expect(host.getByText('This room, measured')).toBeVisible();
  await expect(host.getByText(/A step takes .*, measured, and .* of it is compute/)).toBeVisible();

  const step = (await snapshotOf(host))!.step;
  await untilStep(host, step + 5);
  await host.getByRole('link', { name: /Back to room/ }).click();
  await expect(host).toHaveURL(new RegExp(`/r/${code}`));
  await untilStep(host, step + 10);
});
