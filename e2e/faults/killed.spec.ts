// Members that vanish in the middle of a sum (S1–S3): a tab that is closed says goodbye, one that crashes does not,
// and a browser ended by SIGKILL leaves nothing but silence. The model is wide, so that the sum takes most of a step.
import { chromium, type Page } from '@playwright/test';
import { expect, test, type Tabs } from '../fixtures';
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
} from '../lockstep-page';
import { wideDigits } from '../run-configs';
import { FaultRow } from './fault-row';
import { faultTimes } from './fault-times';

interface Ring {
  readonly survivors: readonly Page[];
  readonly victim: Page;
  readonly victimId: string;
}

/** Four members in training; `victim` is a page of the test's own browser unless one is given. */
async function fourTabs(tabs: Tabs, victim: Page): Promise<Ring> {
  const host = await tabs.open();
  const { url } = await createRoom(host, wideDigits(1024));
  const [second, third] = [await tabs.openStranger(), await tabs.openStranger()];
  await joinRoom(second, url, 'Second');
  await joinRoom(third, url, 'Third');
  await joinRoom(victim, url, 'Victim');
  const survivors = [host, second, third];
  await untilWorldSize([...survivors, victim], 4);
  await order(host, { kind: 'start' });
  for (const page of survivors) await untilStep(page, 2);
  return { survivors, victim, victimId: (await snapshotOf(victim))!.self };
}

/** Resolves while a survivor waits for the victim's part of the sum. */
async function withinItsSum({ survivors }: Ring): Promise<void> {
  const isSumming = (): boolean => {
    const phase = (window as unknown as LockstepWindow).lockstep?.snapshot()?.phase;
    if (phase?.kind !== 'training' || phase.waitingFor === undefined) return false;
    return phase.waitingFor.peer === 'Victim' && phase.waitingFor.what === 'its part of the sum';
  };
  await Promise.any(survivors.map((page) => page.waitForFunction(isSumming, undefined, { timeout: 60_000 })));
}

/** Same step retried, histories equal; returns when the ring trains on. */
async function expectRetried(row: FaultRow, { survivors }: Ring, before: number): Promise<void> {
  await untilWorldSize(survivors, 3);
  await untilMoreSteps(survivors, 2);
  await expectEqualHistories(survivors, before);
  const retried = (await stepsOf(survivors[0])).find(({ worldSize }) => worldSize === 3)!;
  const last = (await stepsOf(survivors[0])).filter(({ worldSize }) => worldSize === 4).at(-1)!.step;
  row.fact('the same step is retried', `step ${last + 1}`, `step ${retried.step}`, retried.step === last + 1);
  row.fact('histories', 'equal, gap-free', 'equal, gap-free', true); // or expectEqualHistories had thrown
}

for (const [title, end] of [
  ['tab closed in the middle of a sum', (victim: Page) => victim.close({ runBeforeUnload: false })],
  [
    'tab crashed in the middle of a sum',
    async (victim: Page) => {
      const devtools = await victim.context().newCDPSession(victim);
      devtools.send('Page.crash').catch(() => undefined); // never answered: its renderer is gone
    },
  ],
] as const)
  test(title, async ({ tabs }, info) => {
    const row = new FaultRow(info);
    const ring = await fourTabs(tabs, await tabs.openStranger());
    await withinItsSum(ring);
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
    await withinItsSum(ring);
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
