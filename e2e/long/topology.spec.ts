// The host changes how sums travel, how they are encoded and how often they are made while the run trains. Every step
// names all three, and the replicas stay equal.
import { expect, test } from '../fixtures';
import {
  calm,
  expectEqualHistories,
  intervals,
  openConsole,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilStep,
} from '../lockstep-page';
import type { StepRecord } from '../../src/replica/protocol';

test('the host switches from the ring to every other topology and back', async ({ tabs }) => {
  const page = await tabs.open('/alone?replicas=4&preset=moons&backend=cpu');
  await untilStep(page, 3);
  await calm(page);
  await openConsole(page);
  const expectStep = async (what: string, valueOf: (step: StepRecord) => unknown, value: unknown) => {
    const newest = async () => (await stepsOf(page, (await snapshotOf(page))!.step - 1)).at(-1)!;
    await expect
      .poll(async () => valueOf(await newest()), { message: `a step ${what}`, intervals })
      .toBe(value);
  };
  const ways = page.getByLabel('Sums travel');
  for (const topology of ['tree', 'star', 'halving-doubling', 'direct', 'two-levels', 'ring']) {
    await ways.selectOption(topology);
    await expectStep(`by ${topology}`, (step) => step.topology, topology);
    await untilMoreSteps([page], 2);
  }
  const codecs = page.getByLabel('Sums are sent as');
  for (const codec of ['int8', 'top-k', 'f32']) {
    await codecs.selectOption(codec);
    await expectStep(`sent as ${codec}`, (step) => step.codec, codec);
    await untilMoreSteps([page], 2);
  }
  const modes = page.getByLabel('Members synchronise');
  for (const mode of ['local-sgd', 'diloco', 'streaming-diloco', 'sparse-loco', 'every-step']) {
    await modes.selectOption(mode);
    const innerSteps = mode === 'every-step' ? undefined : mode === 'streaming-diloco' ? 2 : 8;
    await expectStep(`of ${mode}`, (step) => step.local?.innerSteps, innerSteps);
    await untilMoreSteps([page], 2);
  }
  await expectEqualHistories([page], 20);
});
