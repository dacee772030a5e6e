// C12 on whole replicas: small gradients go from each member to all. Every replica holds what one thread computes along the
// plan's topology. Where a link is missing, the sums travel by the trees again, and nobody is evicted.
import { expect, test } from 'vitest';
import { topologies } from '../../collectives/topology';
import type { RunConfig } from '../run/run-config';
import { testConfig } from './real-ring';
import { replay, replayDifference, Witness } from './replay';
import { SimulatedRing } from './simulated-ring';

const config: RunConfig = { ...testConfig, steps: 12, evaluateEvery: 0 };
const small = (topology: (typeof topologies)[number]): RunConfig => ({
  ...config,
  buckets: { ...config.buckets, topology, gatherBytes: 4096 },
});

async function ended(ring: SimulatedRing, witness: Witness): Promise<void> {
  await ring.until('the end', () =>
    ring.living.every(({ member, steps }) => {
      const { status } = member.replica.held?.state ?? {};
      return status === 'finished' && steps.at(-1)?.step === config.steps;
    }),
  );
  ring.verify();
  const oracle = await replay(ring.config, witness, config.steps);
  for (const { member } of ring.living)
    expect(replayDifference(oracle, member.replica.held!)).toBeUndefined();
}

test.each(topologies)('E2: gathered in the order of %s, with a join and a death', async (topology) => {
  const ring = new SimulatedRing({ seed: 3, config: small(topology) });
  const witness = new Witness();
  const replicas = Array.from({ length: 3 }, () => ring.add());
  for (const replica of replicas) witness.watch(replica);
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('3 steps', () => replicas[0].steps.length >= 3);
  witness.watch(ring.add());
  await ring.until('7 steps', () => replicas[0].steps.length >= 7);
  ring.kill(replicas[1]);
  await ended(ring, witness);
  const ways = [...witness.records.values()].filter(({ worldSize }) => worldSize > 1);
  expect(new Set(ways.map(({ topology: way }) => way))).toEqual(new Set(['gathered']));
  await ring.end();
});

test('C12, M7: a chord is cut for good: by the ring from then on, with nobody evicted', async () => {
  const ring = new SimulatedRing({ seed: 2, config: { ...small('ring'), steps: 12 } });
  const witness = new Witness();
  const replicas = Array.from({ length: 4 }, () => ring.add());
  for (const replica of replicas) witness.watch(replica);
  await ring.formed(4);
  ring.submit({ kind: 'start' });
  await ring.until('4 steps', () => replicas.every(({ steps }) => steps.length >= 4));
  const { view } = replicas[0].member.membership;
  if (!view) throw new Error('a ring of four has a view');
  const [from, to] = [view.ring[0], view.ring[2]].map((rank) => replicas.find(({ id }) => id === view.members[rank])!); // prettier-ignore
  ring.cut(from, to);
  await ended(ring, witness);
  expect(ring.isOneRing(4), 'nobody was evicted').toBe(true);
  const ways = [...witness.records.values()].map(({ topology }) => topology);
  expect([ways[0], ways.at(-1)]).toEqual(['gathered', 'ring']);
  await ring.end();
});
