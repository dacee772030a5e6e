// A tab that stops and comes back: frozen by its browser as mobile ones do, or its process stopped as by a sleeping
// laptop. The ring goes on without it; when it wakes it heals and is a member again (S1).
import { chromium, type Browser, type Page } from '@playwright/test';
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
} from '../lockstep-page';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';
import { linesOf } from './fault-times';

/** Long enough to be evicted (3 s and the regroup). */
const asleepMs = 15_000;

async function sleeperOfThree(
  tabs: Tabs,
  other: Browser,
): Promise<{ awake: Page[]; sleeper: Page; self: string }> {
  const host = await tabs.open();
  const { url } = await createRoom(host, moons);
  const [second, sleeper] = [await tabs.openStranger(), await tabs.openStranger('/', other)];
  await joinRoom(second, url, 'Second');
  await joinRoom(sleeper, url, 'Sleeper');
  await untilWorldSize([host, second, sleeper], 3);
  await order(host, { kind: 'start' });
  for (const page of [host, second, sleeper]) await untilStep(page, 5);
  return { awake: [host, second], sleeper, self: (await snapshotOf(sleeper))!.self };
}

async function expectBack(
  row: FaultRow,
  { awake, sleeper, self }: { awake: Page[]; sleeper: Page; self: string },
  wokenMs: number,
): Promise<void> {
  await untilWorldSize([...awake, sleeper], 3);
  await untilMoreSteps([...awake, sleeper], 5);
  const gave = (await linesOf(awake[0])).find(
    ({ kind, at, worldSize }) => kind === 'commit' && at > wokenMs && worldSize === 3,
  );
  row.time('heals and rejoins', gave && gave.at - wokenMs, 5_000);
  const last = (await stepsOf(awake[0])).find(
    ({ atMs, contributions }) => atMs > wokenMs && contributions[self] > 0,
  );
  row.time('its examples count again', last && last.atMs - wokenMs, 8_000);
  await expectEqualHistories(awake, 10);
  const held = new Map((await stepsOf(awake[0])).map(({ step, digest }) => [step, digest]));
  const differs = (await stepsOf(sleeper)).filter(
    ({ step, digest }) => held.has(step) && held.get(step) !== digest,
  );
  row.fact('digests that differ', '0', differs.length, differs.length === 0);
}

test('frozen by the browser, then resumed', async ({ tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const other = await chromium.launch(launchOptions);
  try {
    const ring = await sleeperOfThree(tabs, other);
    const devtools = await ring.sleeper.context().newCDPSession(ring.sleeper);
    tabs.expectErrors();
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
    const frozenMs = Date.now();
    while (Date.now() - frozenMs < asleepMs) await untilMoreSteps(ring.awake, 1);
    const during = (await snapshotOf(ring.awake[0]))!;
    row.note('members while it was frozen', during.worldSize);
    const wokenMs = Date.now();
    await devtools.send('Page.setWebLifecycleState', { state: 'active' });
    await expectBack(row, ring, wokenMs);
  } finally {
    await other.close();
  }
});

test('process stopped (SIGSTOP), then continued', async ({ tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const other = await chromium.launch(launchOptions);
  try {
    const ring = await sleeperOfThree(tabs, other);
    const devtools = await other.newBrowserCDPSession();
    const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    expect(renderers.length, 'the browser has a renderer').toBeGreaterThan(0);
    tabs.expectErrors();
    for (const pid of renderers) process.kill(pid, 'SIGSTOP');
    const stoppedMs = Date.now();
    try {
      await untilWorldSize(ring.awake, 2);
      row.note('evicted after', `${((Date.now() - stoppedMs) / 1000).toFixed(1)} s`);
      while (Date.now() - stoppedMs < asleepMs) await untilMoreSteps(ring.awake, 1);
    } finally {
      for (const pid of renderers) process.kill(pid, 'SIGCONT');
    }
    await expectBack(row, ring, Date.now());
  } finally {
    await other.close();
  }
});
