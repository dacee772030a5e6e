// S18b on whole replicas: with the way of sums left to measurement, a ring on a far line changes its way by itself, at one
// step for all members, and its history is that of one thread.
import { expect, test } from 'vitest';
import type { RunConfig } from '../run/run-config';
import { testConfig } from './real-ring';
import { replay, replayDifference, Witness } from './replay';
import { SimulatedRing } from './simulated-ring';

const config: RunConfig = {
  ...testConfig,
  steps: 24,
  evaluateEvery: 0,
  buckets: { ...testConfig.buckets, auto: { ms: 0, ringMs: 0 } },
};

test('S18b: far from each other, four send straight to each owner from a look on', async () => {
  const ring = new SimulatedRing({ seed: 5, config, conditions: { delayMs: 40, bytesPerSecond: 2e6 } });
  const witness = new Witness();
  const replicas = Array.from({ length: 4 }, () => ring.add());
  for (const replica of replicas) witness.watch(replica);
  await ring.formed(4);
  ring.submit({ kind: 'start' });
  await ring.until('the end', () =>
    ring.living.every(
      ({ member, steps }) =>
        member.replica.held?.state.status === 'finished' && steps.at(-1)?.step === config.steps,
    ),
  );
  ring.verify();
  const ways = [...witness.records.values()].map(({ topology }) => topology);
  const change = ways.indexOf('direct');
  expect(ways.slice(0, change)).toEqual(Array(change).fill('ring'));
  expect(ways.slice(change)).toEqual(Array(config.steps - change).fill('direct'));
  expect([3, 7, 11, 15], 'until the first choice a look is made every 4 steps').toContain(change);
  expect(ring.changedWays).toBe(1);
  const { buckets } = replicas[0].member.replica.held!.state;
  expect(buckets.topology).toBe('direct');
  expect(buckets.auto!.ms, 'six flights in a row against two').toBeLessThan(buckets.auto!.ringMs / 2);
  const oracle = await replay(ring.config, witness, config.steps);
  for (const { member } of ring.living)
    expect(replayDifference(oracle, member.replica.held!)).toBeUndefined();
  await ring.end();
});
