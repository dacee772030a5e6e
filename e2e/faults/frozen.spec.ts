// A tab that stops and comes back. First its process is stopped, as by a sleeping laptop. All its threads stand still,
// the ring continues without it, and after it wakes it catches up and is a member again (S1). Then its browser asks it to
// freeze, as to save energy. Its open connections protect it, so that nobody notices.
import { chromium, type Browser } from '@playwright/test';
import { expect, test } from '../fixtures';
import { expectEqualHistories, snapshotOf, stepsOf, untilMoreSteps, untilWorldSize } from '../lockstep-page';
import { formRing, trainTo } from '../ring';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';
import { linesOf } from './fault-times';

/** Long enough to be evicted (3 s and the regroup), and for the others to close their connections to it (15 s). */
const asleepMs = 20_000;
/** Work that was in progress at the stop may still be noted. */
const stopsWithinMs = 500;

/** Stops all threads of its renderers; returns a function that lets them continue. */
async function stopRenderers(browser: Browser): Promise<() => void> {
  const devtools = await browser.newBrowserCDPSession();
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  expect(renderers.length, 'the browser has a renderer').toBeGreaterThan(0);
  for (const pid of renderers) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of renderers.splice(0)) process.kill(pid, 'SIGCONT');
  };
}

test('frozen (SIGSTOP of its process), then resumed', async ({ tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const other = await chromium.launch(launchOptions);
  let resume = (): void => {};
  try {
    const host = await tabs.open();
    const [second, sleeper] = [await tabs.openStranger(), await tabs.openStranger('/', other)];
    const awake = [host, second];
    await formRing(host, moons, { Second: second, Sleeper: sleeper });
    await trainTo([...awake, sleeper], 5);
    const before = (await snapshotOf(sleeper))!;
    tabs.expectErrors();
    resume = await stopRenderers(other);
    const stoppedMs = Date.now();
    await untilWorldSize(awake, 2);
    row.note('evicted after', `${((Date.now() - stoppedMs) / 1000).toFixed(1)} s`);
    while (Date.now() - stoppedMs < asleepMs) await untilMoreSteps(awake, 1);
    const wokenMs = Date.now();
    resume();

    await untilWorldSize([...awake, sleeper], 3);
    await untilMoreSteps([...awake, sleeper], 5);
    const lines = await linesOf(sleeper);
    const asleep = lines.filter(({ at }) => at > stoppedMs + stopsWithinMs && at < wokenMs);
    row.fact('noted by it meanwhile', '0', asleep.length, asleep.length === 0);
    const back = (await linesOf(host)).find(
      ({ kind, at, worldSize }) => kind === 'commit' && at > wokenMs && worldSize === 3,
    );
    row.time('catches up and rejoins', back && back.at - wokenMs, 5_000);
    // A sum that it misses after it is back is fetched by itself (J4), and is no second state.
    const whys = lines.flatMap(({ kind, at, why }) =>
      kind === 'caught up' && at > wokenMs ? [String(why)] : [],
    );
    const states = whys.filter((why) => !why.startsWith('fetching ')).length;
    row.fact('fetched the state', 'once', whys.join('; '), states === 1);
    const gave = (await stepsOf(host)).find(
      ({ atMs, contributions }) => atMs > wokenMs && contributions[before.self] > 0,
    );
    row.time('its examples count again', gave && gave.atMs - wokenMs, 8_000);
    await expectEqualHistories(awake, 10);
    const held = new Map((await stepsOf(host)).map(({ step, digest }) => [step, digest]));
    const shared = (await stepsOf(sleeper)).filter(({ step, atMs }) => held.has(step) && atMs > wokenMs);
    const differs = shared.filter(({ step, digest }) => held.get(step) !== digest);
    row.fact('digests since then', 'equal', `${differs.length} of ${shared.length} differ`, shared.length > 0 && differs.length === 0); // prettier-ignore
  } finally {
    resume();
    await other.close();
  }
});

test('frozen by its browser, then resumed', async ({ tabs }, info) => {
  const row = new FaultRow(info);
  const host = await tabs.open();
  const frozen = await tabs.openStranger();
  const both = [host, frozen];
  await formRing(host, moons, { Frozen: frozen });
  await trainTo(both, 5);
  await frozen.evaluate(() => {
    const page = window as Window & { ticks?: number };
    page.ticks = 0;
    setInterval(() => page.ticks!++, 50);
  });
  const ticks = () => frozen.evaluate(() => (window as Window & { ticks?: number }).ticks!);
  const { generation } = (await snapshotOf(host))!;
  const devtools = await frozen.context().newCDPSession(frozen);
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  const [frozenMs, ticksBefore] = [Date.now(), await ticks()];
  while (Date.now() - frozenMs < asleepMs) await untilMoreSteps([host], 1);
  const meanwhile = (await ticks()) - ticksBefore;
  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  const resumedMs = Date.now();
  row.note('timers of its page', `${(meanwhile / (asleepMs / 1000)).toFixed(1)} of 20 a second`);
  await untilMoreSteps(both, 5);
  const { self } = (await snapshotOf(frozen))!;
  const during = (await stepsOf(host)).filter(
    ({ atMs, contributions }) => atMs > frozenMs && atMs < resumedMs && contributions[self] > 0,
  );
  row.fact('it trains on', 'steps with its examples', during.length, during.length > 0);
  const after = (await snapshotOf(host))!;
  const isCalm = after.worldSize === 2 && after.generation === generation;
  row.fact('evicted', 'no', isCalm ? 'no' : `world size ${after.worldSize}`, isCalm);
  await expectEqualHistories(both, 5);
  row.fact('histories', 'equal, gap-free', 'equal, gap-free', true);
});
