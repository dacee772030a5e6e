// Members that vanish in the middle of a sum (S1–S3). A closed tab says goodbye, a crashed one does not, and a browser
// ended by SIGKILL only falls silent. The model is wide, so that the sum takes most of a step.
import { chromium, type Page } from '@playwright/test';
import { crash, withinSum } from '../break-tab';
import { expect, test, type Tabs } from '../fixtures';
import { expectEqualHistories, snapshotOf, stepsOf, untilMoreSteps, untilWorldSize } from '../lockstep-page';
import { formRing, trainTo } from '../ring';
import { wideDigits } from '../run-configs';
import { FaultRow } from './fault-row';
import { faultTimes } from './fault-times';

/** Width of the hidden layer: 0.8 M parameters. */
const width = 1024;

interface Ring {
  readonly survivors: readonly Page[];
  readonly victim: Page;
  readonly victimId: string;
}

/** Four members in the middle of a sum: a survivor waits for the victim's part. */
async function fourTabs(tabs: Tabs, victim: Page): Promise<Ring> {
  const host = await tabs.open();
  const [second, third] = [await tabs.openStranger(), await tabs.openStranger()];
  await formRing(host, wideDigits(width), { Second: second, Third: third, Victim: victim });
  const survivors = [host, second, third];
  await trainTo(survivors, 2);
  await withinSum(survivors, 'Victim');
  return { survivors, victim, victimId: (await snapshotOf(victim))!.self };
}

/** The same step is retried and the histories are equal; returns when the ring trains on. */
async function expectRetried(row: FaultRow, { survivors }: Ring, before: number): Promise<void> {
  await untilWorldSize(survivors, 3);
  await untilMoreSteps(survivors, 2);
  await expectEqualHistories(survivors, before);
  const retried = (await stepsOf(survivors[0])).find(({ worldSize }) => worldSize === 3)!;
  const last = (await stepsOf(survivors[0])).filter(({ worldSize }) => worldSize === 4).at(-1)!.step;
  const calm = (await stepsOf(survivors[0])).filter(({ worldSize }) => worldSize === 4).map(({ allReduceMs }) => allReduceMs); // prettier-ignore
  row.note('a sum of four takes', `${(calm.sort((a, b) => a - b)[calm.length >> 1] / 1000).toFixed(2)} s`);
  row.fact('the same step is retried', `step ${last + 1}`, `step ${retried.step}`, retried.step === last + 1);
  row.fact('histories', 'equal, gap-free', 'equal, gap-free', true); // otherwise expectEqualHistories had thrown
}

for (const [title, end] of [
  ['tab closed in the middle of a sum', (victim: Page) => victim.close({ runBeforeUnload: false })],
  ['tab crashed in the middle of a sum', crash],
] as const)
  test(title, async ({ tabs }, info) => {
    const row = new FaultRow(info);
    const ring = await fourTabs(tabs, await tabs.openStranger());
    const before = (await snapshotOf(ring.survivors[0]))!.step;
    tabs.expectErrors();
    const killedMs = Date.now();
    await end(ring.victim);
    await expectRetried(row, ring, before);
    const { seenMs, trainsMs } = await faultTimes(ring.survivors, ring.victimId, killedMs);
    row.time('seen', seenMs, 2_000);
    row.time('the ring trains again', trainsMs, 5_000);
  });

test('browser ended by SIGKILL', async ({ tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const server = await chromium.launchServer(launchOptions);
  const other = await chromium.connect(server.wsEndpoint());
  try {
    const ring = await fourTabs(tabs, await tabs.openStranger('/', other));
    const before = (await snapshotOf(ring.survivors[0]))!.step;
    tabs.expectErrors();
    const killedMs = Date.now();
    process.kill(-server.process().pid!, 'SIGKILL'); // Playwright starts it as the leader of a group
    await expectRetried(row, ring, before);
    const { evictedMs, trainsMs } = await faultTimes(ring.survivors, ring.victimId, killedMs);
    row.time('evicted', evictedMs, 6_000);
    row.time('the ring trains again', trainsMs, 8_000);
    expect((await snapshotOf(ring.survivors[0]))!.worldSize).toBe(3);
  } finally {
    await server.kill();
  }
});
