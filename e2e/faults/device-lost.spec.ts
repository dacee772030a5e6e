// The GPU process is killed in the middle of training: the device is rebuilt, the replica healed, the digests equal.
import { chromium } from '@playwright/test';
import { expect, test } from '../fixtures';
import {
  createRoom,
  expectEqualHistories,
  joinRoom,
  order,
  stepsOf,
  untilMoreSteps,
  untilStep,
  untilWorldSize,
} from '../lockstep-page';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';
import { linesOf } from './fault-times';

test('device lost', async ({ tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const host = await tabs.open();
  const { url } = await createRoom(host, moons);
  const other = await chromium.launch(launchOptions);
  try {
    const [second, victim] = [await tabs.openStranger(), await tabs.openStranger('/', other)];
    await joinRoom(second, url, 'Second');
    await joinRoom(victim, url, 'Victim');
    const everyone = [host, second, victim];
    await untilWorldSize(everyone, 3);
    await order(host, { kind: 'start' });
    for (const page of everyone) await untilStep(page, 5);
    const devtools = await other.newBrowserCDPSession();
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    const gpu = processInfo.find(({ type }) => type === 'GPU');
    expect(gpu, 'the browser has a GPU process').toBeDefined();
    tabs.expectErrors();
    const killedMs = Date.now();
    process.kill(gpu!.id, 'SIGKILL');
    const noticed = async (): Promise<number | undefined> =>
      (await linesOf(victim)).find(
        ({ kind, at, text }) =>
          kind === 'notice' && at > killedMs && String(text).includes('the device failed'),
      )?.at;
    await expect.poll(noticed, { message: 'the victim notices', timeout: 30_000 }).toBeDefined();
    const noticedMs = (await noticed())!;
    await untilWorldSize(everyone, 3);
    await untilMoreSteps(everyone, 5);
    const { self } = (await victim.evaluate(() => window.lockstep!.snapshot()!)) as { self: string };
    const back = (await stepsOf(host)).find(
      ({ atMs, contributions }) => atMs > noticedMs && contributions[self] > 0,
    );
    row.note('noticed after', `${((noticedMs - killedMs) / 1000).toFixed(2)} s`);
    row.fact('rebuilt, healed, rejoined', 'yes', back ? `after ${((back.atMs - killedMs) / 1000).toFixed(1)} s` : 'no', back !== undefined); // prettier-ignore
    await expectEqualHistories(everyone, 5, victim);
    row.fact('digests', 'equal', 'equal', true);
  } finally {
    await other.close();
  }
});
