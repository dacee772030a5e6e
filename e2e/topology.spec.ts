// The host changes the way of the sums while the run trains: every step names the way it took, and the replicas stay equal.
import { expect, test } from './fixtures';
import { expectEqualHistories, stepsOf, untilMoreSteps, untilStep } from './lockstep-page';

test('the host switches from the ring to a tree, a star, halving–doubling and back', async ({ tabs }) => {
  const page = await tabs.open('/alone?replicas=4&preset=digits&backend=cpu');
  await untilStep(page, 3);
  const ways = page.getByRole('group', { name: 'Sums travel' });
  for (const [button, topology] of [
    ['Tree', 'tree'],
    ['Star', 'star'],
    ['Halving', 'halving-doubling'],
    ['Direct', 'direct'],
    ['Ring', 'ring'],
  ]) {
    await ways.getByRole('radio', { name: button }).click();
    await expect
      .poll(async () => (await stepsOf(page)).at(-1)?.topology, { message: `a step over the ${button}` })
      .toBe(topology);
    await untilMoreSteps([page], 3);
  }
  await expectEqualHistories([page], 12);
});
