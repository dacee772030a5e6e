// E24, E25, S17: local steps on whole replicas. After K outer steps a ring holds, bit for bit, what one thread computes
// from the same examples, also where members end their inner steps early, die, or the mode is switched.
import { expect, test } from 'vitest';
import type { RunConfig } from '../run/run-config';
import { dilocoOuter, outerRate, type Sync } from '../run/sync';
import { replay, replayDifference, Witness } from './replay';
import { testConfig } from './real-ring';
import { SimulatedRing, type SimulatedReplica } from './simulated-ring';

const diloco: Sync = { kind: 'local', innerSteps: 5, outer: dilocoOuter };
const average: Sync = { kind: 'local', innerSteps: 3, outer: { kind: 'average' } };
const config: RunConfig = {
  ...testConfig,
  steps: 8,
  evaluateEvery: 4,
  sync: diloco,
  clipNorm: 0.5,
  schedule: { kind: 'cosine', warmupSteps: 2, finalFraction: 0.1 },
};

function watched(ring: SimulatedRing, size: number): { witness: Witness; replicas: SimulatedReplica[] } {
  const witness = new Witness();
  const replicas = Array.from({ length: size }, () => ring.add());
  for (const replica of replicas) witness.watch(replica);
  return { witness, replicas };
}

async function finish(ring: SimulatedRing, witness: Witness): Promise<void> {
  const isOver = (): boolean =>
    ring.living.every(({ member, steps }) => {
      const { status } = member.replica.held?.state ?? {};
      return status === 'finished' && steps.at(-1)?.step === ring.config.steps;
    });
  await ring.until('the last step', isOver);
  ring.verify();
  const oracle = await replay(ring.config, witness, ring.config.steps);
  for (const { member } of ring.living)
    expect(replayDifference(oracle, member.replica.held!), member.options.name).toBeUndefined();
  await ring.end();
}

test.each([
  [1, diloco],
  [3, diloco],
  [3, average],
] as const)('E24, E25: %i replicas hold bit for bit what one thread computes: %j', async (size, sync) => {
  const ring = new SimulatedRing({ seed: size, config: { ...config, sync } });
  const { witness } = watched(ring, size);
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  await finish(ring, witness);
  const batches = [...witness.records.values()].map(({ effectiveBatch }) => effectiveBatch);
  expect(batches).toEqual(batches.map(() => 8 * size * sync.innerSteps));
  for (const { local, learningRate, gradientNorm, noise } of witness.records.values()) {
    expect([local!.innerRate, local!.outerRate]).toEqual([learningRate, outerRate(sync.outer)]);
    expect(local).toMatchObject({ innerSteps: sync.innerSteps, planned: batches[0] });
    // Members that saw other examples are apart, but not by much more than they moved.
    if (size > 1) expect(local!.drift! / gradientNorm).toBeGreaterThan(0.01);
    expect(local!.drift! / gradientNorm).toBeLessThan(size > 1 ? 3 : 1e-3);
    expect(noise).toBeUndefined();
  }
});

test('S17, S9a: a slow member ends early, and its tail is redone; a death loses no example', async () => {
  const ring = new SimulatedRing({
    seed: 5,
    config: { ...config, steps: 14 },
    computeMs: (_, index) => [5, 5, 40][index] ?? 5,
  });
  const { witness, replicas } = watched(ring, 3);
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('6 steps', () => replicas[0].steps.length >= 6);
  ring.kill(replicas[1]);
  await finish(ring, witness);
  const given = [...witness.records.values()].map(({ contributions }) => contributions[replicas[2].id]);
  expect(given.slice(1, 6).every((count) => count > 0 && count < 40 && count % 8 === 0)).toBe(true);
});

test('E23, S17: the host switches the mode while it trains', async () => {
  const ring = new SimulatedRing({ seed: 6, config: { ...config, steps: 16, sync: { kind: 'every-step' } } });
  const { witness, replicas } = watched(ring, 2);
  await ring.formed(2);
  ring.submit({ kind: 'start' });
  for (const [at, sync] of [diloco, average, { kind: 'every-step' } as const, diloco].entries()) {
    await ring.until('3 more steps', () => replicas[0].steps.length >= 3 * (at + 1));
    ring.submit({ kind: 'set-sync', sync });
  }
  await finish(ring, witness);
  const batches = replicas[0].steps.map(({ effectiveBatch }) => effectiveBatch);
  expect(new Set(batches)).toEqual(new Set([16, 80, 48]));
});
