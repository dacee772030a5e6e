// One of four tabs dies in the middle of a sum (S1, S2): the survivors commit that very step, and their histories
// stay equal and without gaps. The model is wide, so that the sum takes most of each step.
import { expect, test } from './fixtures';
import {
  createRoom,
  expectEqualHistories,
  joinRoom,
  order,
  snapshotOf,
  stepsOf,
  untilMoreSteps,
  untilStep,
  untilWorldSize,
  type LockstepWindow,
} from './lockstep-page';
import { wideDigits } from './run-configs';

test('one of four tabs crashes within a sum: the others commit that step, once', async ({ tabs }) => {
  const host = await tabs.open();
  const { url } = await createRoom(host, wideDigits(1536));
  const [second, third, victim] = [
    await tabs.openStranger(),
    await tabs.openStranger(),
    await tabs.openStranger(),
  ];
  await joinRoom(second, url, 'Second');
  await joinRoom(third, url, 'Third');
  await joinRoom(victim, url, 'Victim');
  const survivors = [host, second, third];
  await untilWorldSize([...survivors, victim], 4);
  const devtools = await victim.context().newCDPSession(victim);
  await order(host, { kind: 'start' });
  for (const page of survivors) await untilStep(page, 1);
  // The victim's successor says so when it has waited a second for its part of the sum.
  const isSumming = (): boolean => {
    const phase = (window as unknown as LockstepWindow).lockstep?.snapshot()?.phase;
    if (phase?.kind !== 'training' || phase.waitingFor === undefined) return false;
    return phase.waitingFor.peer === 'Victim' && phase.waitingFor.what === 'its part of the sum';
  };
  await Promise.any(survivors.map((page) => page.waitForFunction(isSumming, undefined, { timeout: 60_000 })));
  const before = (await snapshotOf(host))!.step;
  tabs.expectErrors();
  const killedMs = Date.now();
  devtools.send('Page.crash').catch(() => undefined); // never answered: its renderer is gone
  await untilWorldSize(survivors, 3);
  await untilMoreSteps(survivors, 2);
  await expectEqualHistories(survivors, before + 2);
  const records = await stepsOf(host);
  const retried = records.find(({ worldSize }) => worldSize === 3)!;
  // A verdict commits at the next header: the sum that was cut may be of the step after the next commit.
  expect([before + 1, before + 2]).toContain(retried.step);
  console.log(`killed within the sum of step ${retried.step}; committed ${retried.atMs - killedMs} ms later`);
});
