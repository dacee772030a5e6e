// The network calculator: the sentence on screen is the one of the pure model, whatever the address or a person says.
import type { Page } from '@playwright/test';
import { presets } from '../src/calculator/presets';
import { setupProblem, type Setup } from '../src/calculator/setup';
import { stepCost } from '../src/calculator/step-cost';
import type * as calculatorWords from '../app/bridge/words/calculator-words';
import { parseCalculatorQuery } from '../app/bridge/form/calculator-form';
import { blankPage, expect, test } from './fixtures';
import { lastingFaults, resize, showLabScreen } from './lab-screens';
import {
  calm,
  createRoom,
  joinRoom,
  openTab,
  order,
  snapshotOf,
  untilStep,
  untilWorldSize,
} from './lockstep-page';
import { pageModule } from './page-module';
import { moons } from './run-configs';

let words: typeof calculatorWords;
test.beforeAll(async () => {
  words = await pageModule<typeof calculatorWords>('app/bridge/words/calculator-words.ts');
});

async function expectAnswer(page: Page, setup: Setup): Promise<void> {
  await expect(page.getByRole('status')).toContainText(words.answerWords(setup, stepCost(setup)));
}

test('opened by its address, and changed in its fields', async ({ tabs }) => {
  const page = await tabs.open('/');
  await page.getByRole('link', { name: 'Calculator' }).click();
  await expectAnswer(page, presets.class);
  await page.goto('/calculator?preset=lan&n=8');
  const eight = { ...presets.lan, worldSize: 8 };
  await expectAnswer(page, eight);

  await page.getByLabel('Local steps per sum').fill('32');
  await expectAnswer(page, { ...eight, localSteps: 32 });
  await expect(page).toHaveURL(/\?preset=lan&n=8&h=32$/);
  await page.getByLabel('Topology', { exact: true }).selectOption('Star');
  const star: Setup = { ...eight, localSteps: 32, algorithm: 'star' };
  await expectAnswer(page, star);
  await page.getByRole('switch', { name: 'Shared air (Wi-Fi)' }).click();
  await expectAnswer(page, { ...star, isSharedAir: true });
  await page.getByLabel('Parameters').fill('1.5 M');
  const small = { ...star, isSharedAir: true, parameters: 1.5e6 };
  await expectAnswer(page, small);
  await page.reload();
  await expectAnswer(page, small);

  await page.getByRole('button', { name: '7 B model at 25 Gbit/s' }).click();
  await expectAnswer(page, presets.seven);
  await page.getByRole('radio', { name: 'As a time' }).check();
  await expectAnswer(page, { ...presets.seven, computeFrom: 'time' });
});

test('a number that cannot be is refused, and no answer is given for it', async ({ tabs }) => {
  const page = await tabs.open('/calculator?preset=lan');
  const bandwidth = page.getByLabel('Bandwidth of a link');
  for (const [text, problem] of [
    ['0', 'Bandwidth must be from 0.1 to 1,000,000 Mbit/s.'],
    ['fast', 'Bandwidth must be a number.'],
    ['', 'Bandwidth must be a number.'],
  ] as const) {
    await bandwidth.fill(text);
    await expect(page.getByRole('status')).toContainText(problem);
    await expect(page.getByRole('status')).not.toContainText('Each step takes');
    await expect(bandwidth).toHaveAttribute('aria-invalid', 'true');
  }
  await bandwidth.fill('2000');
  await expectAnswer(page, { ...presets.lan, megabitPerSecond: 2000 });
  await bandwidth.fill('');
  await page.getByRole('button', { name: 'Data centre' }).click();
  await expectAnswer(page, presets.datacentre);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a hostile address gives figures within their bounds', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  for (const search of [
    'preset=<img src=x onerror=alert(1)>&n=1e999&mbit=-1&latency=NaN',
    'preset=__proto__&constructor=1&n=0&h=-3&parameters=1e999&algorithm=__proto__',
    `preset=lan&bytes=1e-300&compression=${'9'.repeat(300)}&overlap=7&from=toString&n=%00&air=2`,
    `n=3&${'junk=1&'.repeat(500)}h=9`,
  ]) {
    await page.goto(`/calculator?${search}`);
    const { setup } = parseCalculatorQuery(search);
    expect(setupProblem(setup)).toBeUndefined();
    await expectAnswer(page, setup);
    await expect(page.getByRole('region', { name: 'What a step costs', exact: true })).not.toContainText(
      /NaN|Infinity|undefined/,
    );
  }
});

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
