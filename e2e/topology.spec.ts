// The host changes how sums travel, how they are encoded and how often they are made while the run trains. Every step
// names all three, and the replicas stay equal.
import { expect, test } from './fixtures';
import { expectEqualHistories, openConsole, stepsOf, untilMoreSteps, untilStep } from './lockstep-page';

test('the host switches from the ring to every other topology and back', async ({ tabs }) => {
  const page = await tabs.open('/alone?replicas=4&preset=digits&backend=cpu');
  await untilStep(page, 3);
  await openConsole(page);
  const ways = page.getByLabel('Sums travel');
  for (const topology of ['tree', 'star', 'halving-doubling', 'direct', 'ring']) {
    await ways.selectOption(topology);
    await expect
      .poll(async () => (await stepsOf(page)).at(-1)?.topology, { message: `a step by ${topology}` })
      .toBe(topology);
    await untilMoreSteps([page], 3);
  }
  const codecs = page.getByLabel('Sums are sent as');
  for (const codec of ['int8', 'top-k', 'f32']) {
    await codecs.selectOption(codec);
    await expect
      .poll(async () => (await stepsOf(page)).at(-1)?.codec, { message: `a step sent as ${codec}` })
      .toBe(codec);
    await untilMoreSteps([page], 3);
  }
  const modes = page.getByLabel('Members synchronise');
  for (const mode of ['local-sgd', 'diloco', 'streaming-diloco', 'sparse-loco', 'every-step']) {
    await modes.selectOption(mode);
    await expect
      .poll(async () => (await stepsOf(page)).at(-1)?.local?.innerSteps, { message: `a step of ${mode}` })
      .toBe(mode === 'every-step' ? undefined : mode === 'streaming-diloco' ? 2 : 8);
    await untilMoreSteps([page], 2);
  }
  await expectEqualHistories([page], 20);
});
