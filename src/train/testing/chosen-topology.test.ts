// S18b on whole replicas: with the way of sums left to measurement, a ring on a far line changes its way by itself, at one
// step for all members, and its history is that of one thread.
import { expect, test } from 'vitest';
import type { RunConfig } from '../run/run-config';
import { testConfig } from './real-ring';
import { replay, replayDifference, Witness } from './replay';
import { SimulatedRing } from './simulated-ring';

const config: RunConfig = {
  ...testConfig,
  steps: 60,
  evaluateEvery: 0,
  buckets: { ...testConfig.buckets, auto: { ms: 0, ringMs: 0 } },
};

/** The ways that sums took, step by step, when one thread has computed the same history. `acrossMs`: the delay between
 *  members that are no neighbours in the ring. */
async function waysOf({ delayMs, acrossMs = delayMs }: { delayMs: number; acrossMs?: number }) {
  const conditions = { delayMs, bytesPerSecond: 2e6 };
  const ring = new SimulatedRing({ seed: 5, config, conditions });
  const witness = new Witness();
  const replicas = Array.from({ length: 4 }, () => ring.add());
  for (const replica of replicas) witness.watch(replica);
  await ring.formed(4);
  const { members, ring: around } = replicas[0].member.membership.view!;
  const [a, b, c, d] = around.map((rank) => members[rank]);
  for (const [one, other] of [
    [a, c],
    [b, d],
  ]) {
    ring.network.setConditions(one, other, { delayMs: acrossMs });
    ring.network.setConditions(other, one, { delayMs: acrossMs });
  }
  await ring.runFor(11_000); // round trips of the time before are forgotten
  ring.submit({ kind: 'start' });
  await ring.until('the end', () =>
    ring.living.every(
      ({ member, steps }) =>
        member.replica.held?.state.status === 'finished' && steps.at(-1)?.step === config.steps,
    ),
  );
  ring.verify();
  const oracle = await replay(ring.config, witness, config.steps);
  for (const { member } of ring.living)
    expect(replayDifference(oracle, member.replica.held!)).toBeUndefined();
  await ring.end();
  const { buckets } = replicas[0].member.replica.held!.state;
  const { changedWays } = ring;
  return { ways: [...witness.records.values()].map(({ topology }) => topology), buckets, changedWays };
}

test('S18b: far from each other, four send straight to each owner from a look on', async () => {
  const { ways, buckets, changedWays } = await waysOf({ delayMs: 40 });
  const change = ways.indexOf('direct');
  expect(ways.slice(0, change)).toEqual(Array(change).fill('ring'));
  expect(ways.slice(change)).toEqual(Array(config.steps - change).fill('direct'));
  expect([3, 7, 11, 15], 'until the first choice a look is made every 4 steps').toContain(change);
  expect(changedWays).toBe(1);
  expect(buckets.topology).toBe('direct');
  expect(buckets.auto!.ms, 'six flights in a row against two').toBeLessThan(buckets.auto!.ringMs / 2);
});

test('S18c: what is far is an edge that the ring lacks: sums stay around it', async () => {
  const { ways, buckets } = await waysOf({ delayMs: 5, acrossMs: 150 });
  expect(new Set(ways)).toEqual(new Set(['ring']));
  expect(buckets.auto!.ms).toBeGreaterThan(30);
  expect(buckets.auto!.ms).toBe(buckets.auto!.ringMs);
});
