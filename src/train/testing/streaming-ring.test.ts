// E27, E28, S17c: Streaming DiLoCo on whole replicas. After K steps a ring holds, bit for bit, what one thread computes from
// the same examples, also where members join, die while a sum travels, end early, or the mode is switched.
import { expect, test } from 'vitest';
import type { RunConfig } from '../run/run-config';
import { streamingDiloco } from '../run/modes/streaming';
import { dilocoOuter, type Sync } from '../run/sync';
import { replay, replayDifference, Witness } from './replay';
import { testConfig } from './real-ring';
import { SimulatedRing, type SimulatedReplica } from './simulated-ring';

const three = streamingDiloco(6, { fragments: 3, delay: 1 });
const config: RunConfig = {
  ...testConfig,
  steps: 10,
  evaluateEvery: 4,
  sync: three,
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
  [1, three],
  [3, three],
  [2, streamingDiloco(4, { fragments: 2, delay: 2, pattern: 'sequential', mixing: 0.25 })],
  [2, streamingDiloco(2, { fragments: 1, delay: 1 })],
  [2, streamingDiloco(3, { fragments: 3, delay: 0, mixing: 0 })],
] as const)('E27, E28: %i replicas hold bit for bit what one thread computes: %j', async (size, sync) => {
  const ring = new SimulatedRing({ seed: size, config: { ...config, sync } });
  const { witness } = watched(ring, size);
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  await finish(ring, witness);
  const innerSteps = sync.innerSteps / sync.fragments;
  for (const [step, { local, effectiveBatch }] of witness.records) {
    const fragment = { number: 1 + ((step - 1) % sync.fragments), of: sync.fragments };
    expect(local).toMatchObject({ innerSteps, planned: 8 * size * innerSteps, fragment });
    expect(effectiveBatch).toBe(local!.planned);
  }
});

test('E28, S17c: a joiner begins at the outer parameters; a death while a sum travels loses no example', async () => {
  const ring = new SimulatedRing({ seed: 4, config: { ...config, steps: 24 }, computeMs: () => 5 });
  const { witness, replicas } = watched(ring, 3);
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('5 steps', () => replicas[0].steps.length >= 5);
  const joiner = ring.add();
  witness.watch(joiner);
  await ring.until('it contributes', () => (replicas[0].steps.at(-1)?.contributions[joiner.id] ?? 0) > 0);
  const isSumming = (): boolean => replicas[0].member.trainer.status.activity.kind === 'reducing';
  await ring.until('a sum', isSumming);
  ring.kill(replicas[1]);
  await finish(ring, witness);
  expect([...witness.records.values()].at(-1)!.contributions[replicas[1].id]).toBeUndefined();
});

test('S17a: a slow member ends early, and its tail is redone', async () => {
  const ring = new SimulatedRing({
    seed: 5,
    config: { ...config, steps: 14, sync: streamingDiloco(15, { fragments: 3, delay: 2 }) },
    computeMs: (_, index) => [5, 5, 40][index] ?? 5,
  });
  const { witness, replicas } = watched(ring, 3);
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await finish(ring, witness);
  const given = [...witness.records.values()].map(({ contributions }) => contributions[replicas[2].id]);
  expect(given.slice(1, 6).every((count) => count > 0 && count < 40 && count % 8 === 0)).toBe(true);
});

test('E23, S17b: the host switches between the modes while it trains', async () => {
  const ring = new SimulatedRing({ seed: 6, config: { ...config, steps: 18, sync: { kind: 'every-step' } } });
  const { witness, replicas } = watched(ring, 2);
  await ring.formed(2);
  ring.submit({ kind: 'start' });
  const modes: readonly Sync[] = [three, { kind: 'local', innerSteps: 5, outer: dilocoOuter }, streamingDiloco(4, { fragments: 2, mixing: 0.9 }), { kind: 'every-step' }, three]; // prettier-ignore
  for (const [at, sync] of modes.entries()) {
    await ring.until('3 more steps', () => replicas[0].steps.length >= 3 * (at + 1));
    ring.submit({ kind: 'set-sync', sync });
  }
  await finish(ring, witness);
  const fragments = replicas[0].steps.map(({ local }) => local?.fragment?.of);
  expect(new Set(fragments)).toEqual(new Set([undefined, 3, 2]));
});

test('E28: the inner steps of the next step overlap the sum; its time is not exposed', async () => {
  const split = async (sync: Sync): Promise<{ exposedMs: number; overlappedMs: number }> => {
    const ring = new SimulatedRing({
      seed: 7,
      config: { ...config, steps: 12, evaluateEvery: 0, sync },
      computeMs: () => 40,
      conditions: { delayMs: 10, jitterMs: 0, bytesPerSecond: 1e6 },
    });
    const { replicas } = watched(ring, 2);
    await ring.formed(2);
    ring.submit({ kind: 'start' });
    await ring.until('the end', () => replicas[0].steps.length === 12);
    const splits = replicas[0].steps.slice(2, 11).map((step) => step.splits[replicas[0].id]);
    await ring.end();
    const sum = (of: 'exposedMs' | 'overlappedMs') => splits.reduce((total, one) => total + one[of], 0);
    return { exposedMs: sum('exposedMs'), overlappedMs: sum('overlappedMs') };
  };
  const hidden = await split(streamingDiloco(4, { fragments: 2, delay: 2 }));
  const shown = await split(streamingDiloco(4, { fragments: 2, delay: 0 }));
  expect(hidden.overlappedMs).toBeGreaterThan(50);
  expect(hidden.exposedMs).toBeLessThan(0.1 * hidden.overlappedMs);
  expect(shown.exposedMs).toBeGreaterThan(50);
});
