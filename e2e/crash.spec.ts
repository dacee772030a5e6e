// One of three tabs dies in the middle of a sum (S1, S2). The survivors commit that same step, and their histories stay
// equal and without gaps. Every line is slow, so that a sum takes five seconds, which its members spend waiting.
import { crash, withinSum } from './break-tab';
import { test, expect } from './fixtures';
import {
  calm,
  expectEqualHistories,
  order,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilWorldSize,
} from './lockstep-page';
import { formRing, trainTo } from './ring';
import { wideDigits } from './run-configs';

test('one of three tabs crashes within a sum: the others commit that step, once', async ({ tabs }) => {
  const host = await tabs.open();
  const [second, victim] = [await tabs.openStranger(), await tabs.openStranger()];
  await formRing(host, wideDigits(128), { Second: second, Victim: victim });
  // 407 kB of parameters: each member sends four thirds as much a step.
  const everyEdge = { bitsPerSecond: 1e6, delayMs: 0, jitterMs: 0, loss: 0 };
  await order(host, { kind: 'set-network', network: { everyEdge, edges: [] } });
  const survivors = [host, second];
  await trainTo(survivors, 1);
  await withinSum(survivors, 'Victim');
  const before = (await snapshotOf(host))!.step;
  tabs.expectErrors();
  const killedMs = Date.now();
  await crash(victim);
  await untilWorldSize(survivors, 2);
  await calm(host);
  await untilMoreSteps(survivors, 2);
  await expectEqualHistories(survivors, before + 2);
  const records = await stepsOf(host);
  const retried = records.find(({ worldSize }) => worldSize === 2)!;
  // A decision is committed at the next header: the interrupted sum may belong to the step after the next commit.
  expect([before + 1, before + 2]).toContain(retried.step);
  console.log(`killed within the sum of step ${retried.step}; committed ${retried.atMs - killedMs} ms later`);
});
