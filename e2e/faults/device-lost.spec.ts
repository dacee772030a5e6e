// The GPU process is killed in the middle of training. The attempt in flight ends, and the device is built again. What
// the replica computes on it enters the sums of the next generation, with the others' digest (S1, S8).
import { chromium } from '@playwright/test';
import { killGpuProcess } from '../break-tab';
import { expect, test } from '../fixtures';
import { expectEqualHistories, snapshotOf, stepsOf, untilMoreSteps, untilWorldSize } from '../lockstep-page';
import { formRing, trainTo } from '../ring';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';
import { linesOf } from './fault-times';

test('device lost', async ({ tabs, launchOptions }, info) => {
  const row = new FaultRow(info);
  const host = await tabs.open();
  const other = await chromium.launch(launchOptions);
  try {
    const [second, victim] = [await tabs.openStranger(), await tabs.openStranger('/', other)];
    const everyone = [host, second, victim];
    await formRing(host, moons, { Second: second, Victim: victim }, true, 'webgpu');
    await trainTo(everyone, 5);
    tabs.expectErrors();
    const killedMs = Date.now();
    await killGpuProcess(other);
    const failed = async () =>
      (await linesOf(victim)).find(({ kind, at }) => kind === 'attempt failed' && at > killedMs);
    await expect.poll(failed, { message: 'the victim notices', timeout: 30_000 }).toBeDefined();
    const { at: noticedMs, error, message, generation } = (await failed())!;
    row.fact('noticed by the victim', 'its engine failed', String(error), error === 'EngineError');
    row.note('as', `${String(message).slice(0, 60)}, after ${seconds(noticedMs - killedMs)}`);

    // A step summed before the kill and committed after it does not count: only later generations do.
    const { self } = (await snapshotOf(victim))!;
    const since = async () =>
      (await stepsOf(host)).filter((step) => step.generation > Number(generation) && step.contributions[self] > 0); // prettier-ignore
    await expect
      .poll(async () => (await since()).length, { message: 'its examples in later sums', timeout: 60_000 })
      .toBeGreaterThanOrEqual(5);
    const [first] = await since();
    row.fact('rebuilt and rejoined', 'yes', `in the sums after ${seconds(first.atMs - killedMs)}`, true);
    await untilWorldSize(everyone, 3);
    const of = await since();
    // Each page hears of steps in batches of its own, so that the victim's may come later than the host's.
    await expect
      .poll(async () => (await stepsOf(victim)).at(-1)?.step ?? 0, {
        message: 'the victim’s page hears of them',
      })
      .toBeGreaterThanOrEqual(of.at(-1)!.step);
    const own = new Map((await stepsOf(victim)).map(({ step, digest }) => [step, digest]));
    const same = of.filter(({ step, digest }) => own.get(step) === digest);
    row.fact('its digests in those steps', 'the others’', `${same.length} of ${of.length}`, same.length === of.length); // prettier-ignore
    const status = (await snapshotOf(host))!.peers.find(({ id }) => id === self)!;
    row.fact('its device', 'webgpu', status.backend, status.backend === 'webgpu');
    await untilMoreSteps(everyone, 5);
    const { counters } = (await snapshotOf(victim))!;
    row.note('state', counters.catchUps > 0 ? `fetched ${counters.catchUps} ×` : 'kept on the CPU');
    await expectEqualHistories(everyone, 5, victim);
    row.fact('histories', 'equal', 'equal', true);
  } finally {
    await other.close();
  }
});

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
