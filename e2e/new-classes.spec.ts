// A teacher's saved model learns new classes: its layers are frozen, and only a new last layer is trained and summed. Who
// joins gets the layers from the members. A saved run of it goes on where the layers are made again of the first file.
import { expect, test } from './fixtures';
import { keptName } from './kept-files';
import {
  calm,
  chooseUsualEngine,
  createRoom,
  expectEqualHistories,
  openTab,
  pressJoin,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilPhase,
  untilStep,
  untilWorldSize,
} from './lockstep-page';
import { type FilePayload, idx, playInFreshProfile, save, trainTogether } from './own-files';
import { readFile } from 'node:fs/promises';
import type { RunConfig } from '../src/replica/protocol';
import type { Page } from '@playwright/test';

/** A bright bar of each picture says its class. */
function bars(name: string, classes: number): readonly FilePayload[] {
  const examples = 60;
  const side = 12;
  const isBright = (at: number): boolean => {
    const [example, row] = [Math.floor(at / (side * side)), Math.floor((at % (side * side)) / side)];
    return Math.floor((row * classes) / side) === example % classes;
  };
  return [
    idx(`${name}-images`, [examples, side, side], (at) => (isBright(at) ? 255 : (at * 7) % 40)),
    idx(`${name}-labels`, [examples], (at) => at % classes),
  ];
}

const [two, three] = [bars('two', 2), bars('three', 3)];
/** The last hidden layer has 16 units. */
const trained = 16 * 3 + 3;

const filesIn = (page: Page) => page.getByLabel('Files', { exact: true });
const upload = (files: readonly FilePayload[]): FilePayload[] => [...files];

async function bring(page: Page): Promise<void> {
  await pressJoin(page);
  await untilPhase(page, 'needs-file');
  await filesIn(page).setInputFiles(upload(three));
  await page.getByRole('button', { name: 'Use these and join' }).click();
}

test('T17 new classes on the layers of a saved model: a class sums the new last layer alone', async ({
  tabs,
}) => {
  const teacher = await trainTogether(tabs, {
    files: two,
    read: /^✓ .*60 examples/,
    settings: { 'Hidden layers': '24, 16', 'Stop after steps': '100000' },
    join: 'Use these and join',
    steps: 8,
    guests: 1,
  });
  const before = await save(teacher);

  const host = await tabs.openStranger('/start');
  await host.getByLabel(/checkpoint file/).setInputFiles(before);
  await host.getByRole('button', { name: 'Teach it new classes …' }).click();
  const form = host.locator('form', { hasText: 'New classes on what it has learned' });
  await expect(
    form.getByText(/^With 2 classes: 34 of 3,914 numbers are trained, so 136\sB a step\./),
  ).toBeVisible();
  await filesIn(host).setInputFiles(upload(three));
  await expect(
    form.getByText(/^With 3 classes: 51 of 3,931 numbers are trained, so 204\sB a step\./),
  ).toBeVisible();
  await form.getByLabel('What is trained').selectOption({ label: 'All its layers' });
  await expect(form.getByText(/^With 3 classes: all 3,931 numbers are trained/)).toBeVisible();
  await form.getByLabel('What is trained').selectOption({ label: 'A new last layer' });
  await form.getByLabel('Steps').fill('100000');
  await chooseUsualEngine(host);
  await form.getByRole('button', { name: 'Teach it these classes' }).click();
  await untilPhase(host, 'paused');
  const begun = (await snapshotOf(host))!;
  expect(begun).toMatchObject({ step: 0, parameterCount: trained, config: { model: { frozenLayers: 2 } } });
  const { base } = begun.config!;

  const second = await tabs.openStranger(host.url());
  await bring(second);
  await untilWorldSize([host, second], 2);
  await calm(host);
  await host.getByRole('button', { name: 'Resume', exact: true }).click();
  for (const page of [host, second]) await untilStep(page, 4);
  expect(await keptName(second, base!)).toEqual(base);
  // Each of two sends half of every sum, and the half of the other back.
  for (const { bytesSent } of await stepsOf(second, 1)) {
    expect(bytesSent).toBeGreaterThanOrEqual(4 * trained);
    expect(bytesSent).toBeLessThan(4 * trained + 4000);
  }
  const late = await tabs.openStranger(host.url());
  await bring(late);
  const everyone = [host, second, late];
  await untilWorldSize(everyone, 3);
  await untilMoreSteps(everyone, 4);
  await expectEqualHistories(everyone, 4);
  await host.getByRole('button', { name: 'Pause', exact: true }).click();
  for (const page of everyone) await untilPhase(page, 'paused');
  expect(await exported(late)).toContain(
    'Layers 1 to 2 are of another model, rounded to f16 and not trained',
  );
  const after = await save(host);
  const fresh = await playInFreshProfile(tabs, after);
  await expectPlays(fresh, after, before);
  await expectGoesOn(fresh, after, before);
  await expectTakesBase(await tabs.openStranger(), begun.config!, before);
});

/** The playground asks for the model of the first run, and for no other. */
async function expectPlays(fresh: Page, after: string, before: string): Promise<void> {
  const brought = fresh.getByLabel('The model to start from');
  await brought.setInputFiles(after);
  await expect(fresh.getByText(/^This file is a run on the wanted model/)).toBeVisible();
  await brought.setInputFiles(before);
  await expect(fresh.getByText(/3,931 parameters/)).toBeVisible();
  await expect(brought).toBeHidden();
}

/** A replica that finds no member with the layers. */
async function expectTakesBase(alone: Page, config: RunConfig, before: string): Promise<void> {
  await createRoom(alone, config);
  await untilPhase(alone, 'needs-file');
  await filesIn(alone).setInputFiles(upload(three));
  await alone.getByRole('button', { name: 'Use these and join' }).click();
  await alone.getByLabel('The model to start from').setInputFiles(before);
  await untilPhase(alone, 'lobby');
}

/** `fresh` has seen neither run. */
async function expectGoesOn(fresh: Page, after: string, before: string): Promise<void> {
  await fresh.goto('/start');
  await fresh.getByLabel(/checkpoint file/).setInputFiles(after);
  await expect(fresh.getByRole('button', { name: 'Teach it new classes …' })).toBeDisabled();
  const goOn = fresh.getByRole('button', { name: 'Go on in a new room' });
  const brought = fresh.getByLabel('The model to start from');
  await brought.setInputFiles(after);
  await expect(fresh.getByText(/^This file is a run on the wanted model/)).toBeVisible();
  await expect(goOn).toBeDisabled();
  await brought.setInputFiles(before);
  await expect(fresh.getByText('The model to start from is on this device.')).toBeVisible();
  await filesIn(fresh).setInputFiles(upload(three));
  await chooseUsualEngine(fresh);
  await goOn.click();
  await untilPhase(fresh, 'paused');
  const { step } = (await snapshotOf(fresh))!;
  expect(step).toBeGreaterThan(4);
  await fresh.getByRole('button', { name: 'Resume', exact: true }).click();
  await untilStep(fresh, step + 3);
}

/** The texts in the archive of the run, which is packed without compression. */
async function exported(page: Page): Promise<string> {
  await openTab(page, 'You');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export for PyTorch and ONNX' }).click(),
  ]);
  return (await readFile(await download.path())).toString('latin1');
}
