// M11: the ring goes around a slow link, once. Where no order helps, the order stays. No member is evicted, no step is
// lost, and the history is that of one thread (S1, E3).
import { describe, expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { replay, Witness } from './replay';
import { testConfig } from './real-ring';
import { SimulatedRing, type SimulatedReplica } from './simulated-ring';

/** 722 parameters: a chunk of 720 bytes. */
const config = {
  ...testConfig,
  model: { ...testConfig.model, layers: [
    { kind: 'dense', units: 24, activation: 'tanh' },
    { kind: 'dense', units: 24, activation: 'tanh' },
    { kind: 'dense', units: 2, activation: 'none' },
  ] },
  localBatch: 2,
  microBatch: 2,
  steps: 1_000_000,
  evaluateEvery: 0,
  buckets: { ...testConfig.buckets, firstBytes: 65_536, capBytes: 65_536 },
} as const; // prettier-ignore

const fast = 150_000;

async function ringOf(
  seed: number,
  size: number,
  conditions: { jitterMs?: number } = {},
  isSparse = false,
): Promise<SimulatedRing> {
  const ring = new SimulatedRing({
    seed,
    config,
    isSparse,
    conditions: { delayMs: 1, bytesPerSecond: fast, ...conditions },
    computeMs: (random) => 200 + random.below(50),
  });
  for (let i = 0; i < size; i++) ring.add();
  await ring.formed(size);
  return ring;
}

function slow(ring: SimulatedRing, a: SimulatedReplica, b: SimulatedReplica): void {
  for (const [from, to] of [[a.id, b.id], [b.id, a.id]]) ring.network.setConditions(from, to, { bytesPerSecond: fast / 20 }); // prettier-ignore
}

function orderOf({ member }: SimulatedReplica): string[] {
  const { ring, members } = member.membership.view!;
  return ring.map((rank) => members[rank]);
}

function isEdge(ring: SimulatedRing, a: SimulatedReplica, b: SimulatedReplica): boolean {
  const order = orderOf(ring.replicas[0]);
  const apart = Math.abs(order.indexOf(a.id) - order.indexOf(b.id));
  return apart === 1 || apart === order.length - 1;
}

function viewsOf({ member }: SimulatedReplica): number {
  return member.viewChanges;
}

async function rateFor(ring: SimulatedRing, ms: number): Promise<number> {
  const before = ring.history.size;
  await ring.runFor(ms);
  return ((ring.history.size - before) / ms) * 1000;
}

describe('M11', () => {
  test('one link at a twentieth is avoided, once, and by name', async () => {
    const seed = 1;
    const ring = await ringOf(seed, 4);
    const witness = new Witness();
    witness.views.set(
      ring.replicas[0].member.membership.view!.generation,
      ring.replicas[0].member.membership.view!,
    );
    witness.watch(ring.replicas[0]);
    const [a, b] = orderOf(ring.replicas[0]).slice(1).map((id) => ring.replicas.find((one) => one.id === id)!); // prettier-ignore
    slow(ring, a, b);
    const views = viewsOf(ring.replicas[0]);
    ring.submit({ kind: 'start' });
    const before = await rateFor(ring, 9_000);
    expect(isEdge(ring, a, b)).toBe(true);
    const startMs = ring.clock.now();
    await ring.until('a ring around it', () => !isEdge(ring, a, b) && ring.isOneRing(4), 30_000);
    const tookMs = 9_000 + ring.clock.now() - startMs;
    const after = await rateFor(ring, 15_000);
    await ring.runFor(45_000);
    const said = ring.replicas.map(({ notices }) => notices.filter((text) => text.includes('goes around')));
    console.log(`seed ${seed}: avoided after ${Math.round(tookMs)} ms; ${before.toFixed(2)} steps/s before, ${after.toFixed(2)} after; ${said[0].join()}`); // prettier-ignore
    expect(viewsOf(ring.replicas[0]) - views, 're-orderings in a minute').toBe(1);
    expect(isEdge(ring, a, b)).toBe(false);
    expect(said.map((list) => list.length)).toEqual([1, 1, 1, 1]);
    expect(ring.replicas.map(({ member }) => member.trainer.counters.retries)).toEqual([0, 0, 0, 0]);
    expect(after, 'no edge is slow any more').toBeGreaterThan(before);
    ring.verify();
    const steps = 60;
    const { parameters } = await replay(config, witness, steps);
    expect(new Set([...Array(steps).keys()].map((i) => witness.records.get(i + 1)!.generation)).size).toBe(2);
    for (const [i, each] of parameters.entries())
      expect(Buffer.compare(Buffer.from(each.buffer), Buffer.from(witness.parameters.get(i + 1)!.slice().buffer)), `E3 step ${i + 1}`).toBe(0); // prettier-ignore
    await ring.end();
  }, 120_000);

  test('in a ring of ten, whose members have links to four others each, two neighbours of the slow edge change places', async () => {
    const seed = 6;
    const ring = await ringOf(seed, 10, {}, true);
    const before = orderOf(ring.replicas[0]);
    const [a, b] = before.slice(4).map((id) => ring.replicas.find((one) => one.id === id)!);
    slow(ring, a, b);
    ring.submit({ kind: 'start' });
    const startMs = ring.clock.now();
    await ring.until('a ring around it', () => !isEdge(ring, a, b) && ring.isOneRing(10), 40_000);
    console.log(`seed ${seed}: avoided after ${Math.round(ring.clock.now() - startMs)} ms`);
    const after = orderOf(ring.replicas[0]);
    expect(after.filter((id, i) => id !== before[i]).length, 'members at another place').toBe(2);
    await ring.runFor(20_000);
    expect(isEdge(ring, a, b)).toBe(false);
    expect(orderOf(ring.replicas[0])).toEqual(after);
    expect(ring.replicas.map(({ member }) => member.trainer.counters.retries)).toEqual(Array(10).fill(0));
    ring.verify();
    await ring.end();
  }, 120_000);

  async function expectItKeepsItsOrder(ring: SimulatedRing): Promise<void> {
    const views = viewsOf(ring.replicas[0]);
    ring.submit({ kind: 'start' });
    await ring.runFor(45_000);
    expect(viewsOf(ring.replicas[0])).toBe(views);
    ring.verify();
    await ring.end();
  }

  test('a ring of equal links, with random delays, keeps its order', async () => {
    await expectItKeepsItsOrder(await ringOf(2, 4, { jitterMs: 40 }));
  }, 60_000);

  test('a member whose links are all slow is slow in any order, so the order stays', async () => {
    const seed = 4;
    const ring = await ringOf(seed, 4);
    const one = ring.replicas[prng('slow member', seed).below(4)];
    for (const other of ring.replicas) if (other !== one) slow(ring, one, other);
    await expectItKeepsItsOrder(ring);
  }, 60_000);
});
