// The room server is killed for a minute and comes back empty. No step fails, the ring survives a member that crashes
// meanwhile, and all members register with the new server by themselves.
import { crash } from '../break-tab';
import { expect, test } from '../fixtures';
import {
  expectEqualHistories,
  snapshotOf,
  untilMoreSteps,
  untilPhase,
  untilWorldSize,
} from '../lockstep-page';
import { startTestServer } from '../test-server';
import { formRing, trainTo } from '../ring';
import { moons } from '../run-configs';
import { FaultRow } from './fault-row';
import { faultTimes } from './fault-times';

const awayMs = 60_000;
/** A peer is lost in the middle of this time. */
const crashAfterMs = 30_000;

test('room server killed for 60 s and restarted empty', async ({ tabs }, info) => {
  const row = new FaultRow(info);
  tabs.expectErrors(); // the browser reports every refused connection
  const server = await startTestServer();
  try {
    const [host, guest, victim] = [
      await tabs.openStranger(server.url),
      await tabs.openStranger(server.url),
      await tabs.openStranger(server.url),
    ];
    const { code } = await formRing(host, moons, { Guest: guest, Victim: victim });
    await trainTo([host, guest, victim], 3);
    const lost = (await snapshotOf(victim))!.self;

    await server.stop();
    const stoppedMs = Date.now();
    const before = (await snapshotOf(host))!;
    const trainFor = async (untilMs: number): Promise<void> => {
      while (Date.now() < untilMs) await untilMoreSteps([host, guest], 1);
    };
    await trainFor(stoppedMs + crashAfterMs);
    const calm = (await snapshotOf(host))!;
    row.fact('steps that failed without it', '0', calm.counters.retries - before.counters.retries, calm.counters.retries === before.counters.retries); // prettier-ignore
    row.note('steps in those 30 s', calm.step - before.step);
    expect(calm.generation, 'the ring did not notice').toBe(before.generation);

    const killedMs = Date.now();
    await crash(victim);
    await untilWorldSize([host, guest], 2);
    await untilMoreSteps([host, guest], 2);
    row.time(
      'a peer lost meanwhile is survived',
      (await faultTimes([host, guest], lost, killedMs)).trainsMs,
      8_000,
    );
    await trainFor(stoppedMs + awayMs);

    await server.start();
    const backMs = Date.now();
    await expect
      .poll(() => server.members(), { message: 'members of the new server', timeout: 60_000 })
      .toBe(2);
    row.time('both are registered again', Date.now() - backMs, 30_000);
    const late = await tabs.openStranger(`${server.url}/r/${code}`);
    await late.getByRole('button', { name: 'Join', exact: true }).click();
    await untilWorldSize([host, guest, late], 3);
    await untilPhase(late, 'training');
    await untilMoreSteps([host, guest, late], 3);
    await expectEqualHistories([host, guest, late], 3);
    row.fact('histories, a newcomer’s too', 'equal', 'equal', true);
  } finally {
    await server.stop();
  }
});
