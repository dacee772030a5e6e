// S7, S11: a gradient that is not finite, or an outlier, never enters the weights. Real trainers and ring sums run on
// the simulated network. One thread replays the members' final state from the listed contributions (E3).
import { inWords } from '../../cli/english/testing/in-words';
import { expect, test, vi } from 'vitest';
import { chunkCount, topologies } from '../../collectives/topology';
import { successorOf } from '../../membership/view';
import type { Engine } from '../../model/engine';
import type { HostCommand } from '../commands/host-command';
import { LocalSteps } from '../commit/local-steps';
import type { RunConfig } from '../run/run-config';
import { replay, replayDifference, Witness } from './replay';
import { testConfig } from './real-ring';
import { SimulatedRing, type SimulatedReplica, type SimulatedRingOptions } from './simulated-ring';

const config: RunConfig = { ...testConfig, steps: 14, evaluateEvery: 0 };

interface Poisoned {
  readonly ring: SimulatedRing;
  readonly witness: Witness;
  readonly replicas: readonly SimulatedReplica[];
}

async function running(size: number, options: Partial<SimulatedRingOptions> = {}): Promise<Poisoned> {
  const ring = new SimulatedRing({ seed: 40 + size, config, ...options });
  const witness = new Witness();
  const replicas = Array.from({ length: size }, () => ring.add());
  for (const replica of replicas) witness.watch(replica);
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  return { ring, witness, replicas };
}

const poison = (peer: string, how: 'nan' | 'outlier', at: 'gradient' | 'wire'): HostCommand => ({
  kind: 'poison',
  ...{ peer, how, at },
});

async function finish({ ring, witness }: Poisoned): Promise<void> {
  await ring.until('the end', () =>
    ring.living.every(
      ({ member, steps }) =>
        member.replica.held?.state.status === 'finished' && steps.at(-1)?.step === ring.config.steps,
    ),
  );
  ring.verify();
  const oracle = await replay(ring.config, witness, ring.config.steps);
  for (const { member } of ring.living)
    expect(replayDifference(oracle, member.replica.held!), member.options.name).toBeUndefined();
  expect(oracle.state.parameters.every(Number.isFinite)).toBe(true);
  await ring.end();
}

/** Nobody trains for a while. A member that refuses a part may ask for a new view without a failed link, but only three times
 *  a minute, and once in 10 s (M20a). */
async function rest({ ring, replicas }: Poisoned): Promise<void> {
  const isEach = (status: string) => () =>
    replicas.every(({ member }) => member.replica.held?.state.status === status);
  ring.submit({ kind: 'pause' });
  await ring.until('a pause', isEach('paused'));
  await ring.runFor(20_000);
  ring.submit({ kind: 'start' });
  await ring.until('the run to go on', isEach('running'));
}

/** Steps in which this replica is listed with contribution 0. */
const without = ({ witness }: Poisoned, id: string): number[] =>
  [...witness.records.values()]
    .filter(({ contributions }) => contributions[id] === 0)
    .map(({ step }) => step);

test.each([
  ['nan', 'non-finite'],
  ['outlier', 'outlier'],
] as const)('S11: %s at the source is withheld, named on every screen, and no offence', async (how, why) => {
  const life = await running(3);
  const { ring, replicas } = life;
  await ring.until('5 steps', () => replicas[0].steps.length >= 5);
  ring.submit(poison(replicas[1].id, how, 'gradient'));
  await finish(life);
  expect(without(life, replicas[1].id)).toHaveLength(1);
  for (const { notices, member } of replicas) {
    expect(
      notices.filter((text) => text.includes(`without the gradient of replica 1 (${why})`)),
    ).toHaveLength(1);
    expect(member.replica.held!.state.offences).toEqual([]);
  }
});

test.each(['nan', 'outlier'] as const)(
  'S11: %s on the wire is refused by the successor, named, counted, and the step goes on without it',
  async (how) => {
    for (const size of [2, 3, 5]) {
      const life = await running(size);
      const { ring, replicas } = life;
      await ring.until('5 steps', () => replicas[0].steps.length >= 5);
      const successor = successorOf(replicas[0].member.membership.view!, replicas[1].id);
      ring.submit(poison(replicas[1].id, how, 'wire'));
      await finish(life);
      const [step, ...others] = without(life, replicas[1].id);
      expect(others).toEqual([]);
      // All know the order, so it is no dispute: nobody is kept apart (S22a).
      expect(successorOf([...life.witness.views.values()].at(-1)!, replicas[1].id)).toBe(successor);
      const { name } = replicas.find(({ id }) => id === successor)!.member.options;
      for (const { notices, member } of replicas) {
        expect(notices.filter((text) => text.includes(`${name} refused what replica 1 sent`))).toHaveLength(
          1,
        );
        const order = { member: replicas[1].id, step, by: replicas[1].id };
        const refusal = { member: replicas[1].id, step };
        expect(member.replica.held!.state.offences).toEqual(size >= 4 ? [order] : [order, refusal]);
        expect(member.replica.held!.state.kicked).toEqual([]);
      }
    }
  },
);

test.each(topologies.filter((topology) => topology !== 'ring'))(
  'S13: %s: whoever spoils its part is refused and named, at every position',
  async (topology) => {
    const size = 5;
    const buckets = { ...config.buckets, topology };
    const life = await running(size, { config: { ...config, steps: 30, buckets } });
    const { ring, replicas } = life;
    await ring.until('5 steps', () => replicas[0].steps.length >= 5);
    const rootIds: string[] = [];
    for (const [at, { id }] of replicas.entries()) {
      // Nobody sees the root's part alone. The root finds the fault in its own sum, and withholds its part.
      const { members, ring: order } = replicas[0].member.membership.view!;
      if (chunkCount(topology, size) === 1 && members[order[0]] === id) rootIds.push(id);
      ring.submit(poison(id, at % 2 === 0 ? 'outlier' : 'nan', 'wire'));
      await ring.until('a step without its part', () => without(life, id).length > 0);
      await rest(life);
    }
    await finish(life);
    expect(rootIds).toHaveLength(chunkCount(topology, size) === 1 ? 1 : 0);
    const all = replicas.map(({ id }) => id);
    for (const { id } of replicas) expect(without(life, id), id).toHaveLength(1);
    for (const { member } of replicas) {
      const { offences, kicked } = member.replica.held!.state;
      // Each was ordered, and nobody is accused (S22a).
      expect(offences.map(({ member: id, by }) => [id, by])).toEqual(all.map((id) => [id, id]));
      expect(kicked).toEqual([]);
    }
    for (const { notices } of replicas)
      for (const { id, member } of replicas)
        expect(notices.some((text) => text.includes(`refused what ${member.options.name} sent`))).toBe(
          !rootIds.includes(id),
        );
  },
);

test('S11c: a member that caught up within a run knows its usual norms', async () => {
  const life = await running(2);
  const { ring, replicas } = life;
  const [sender, behind] = replicas;
  await ring.until('5 steps', () => behind.steps.length >= 5);
  const bits = new Uint32Array(behind.member.replica.held!.tensors.parameters.buffer);
  bits[3] ^= 1;
  await ring.until('its catching up', () => behind.member.trainer.counters.catchUps === 1);
  ring.submit(poison(sender.id, 'outlier', 'wire'));
  await finish(life);
  const [step, ...others] = without(life, sender.id);
  expect(others).toEqual([]);
  for (const { member } of replicas)
    expect(member.replica.held!.state.offences.at(-1)).toEqual({ member: sender.id, step });
});

test('S22a: the host has the part of each member spoiled, again and again: nobody is accused, and nobody goes', async () => {
  const life = await running(6, { config: { ...config, steps: 30 } });
  const { ring, replicas } = life;
  await ring.until('5 steps', () => replicas[0].steps.length >= 5);
  // One member alone refuses each: the one behind it around the ring.
  const { members, ring: order } = replicas[0].member.membership.view!;
  for (let time = 1; time <= 2; time++)
    for (const rank of order.slice(1)) {
      ring.submit(poison(members[rank], 'nan', 'wire'));
      await ring.until('a step without its part', () => without(life, members[rank]).length >= time);
    }
  await finish(life);
  for (const { member, notices } of replicas) {
    expect(member.replica.held!.state.kicked).toEqual([]);
    expect(notices.filter((text) => text.includes('refused what'))).toHaveLength(2 * 5);
  }
});

test('S22a: a liar that accuses a member of what the host ordered, too, does not put it out', async () => {
  const life = await running(4, { config: { ...config, steps: 30 } });
  const { ring, replicas } = life;
  const [, victim, liar] = replicas;
  await ring.until('5 steps', () => replicas[0].steps.length >= 5);
  const spy = vi.spyOn(LocalSteps.prototype, 'bucketTimes', 'get').mockReturnValue(undefined);
  void liar.member.trainer.local.bucketTimes;
  Object.defineProperty(spy.mock.contexts[0], 'accused', { get: () => victim.id, set: () => undefined });
  spy.mockRestore();
  ring.submit(poison(victim.id, 'nan', 'wire'));
  await ring.until('the end', () => replicas.every(({ steps }) => steps.at(-1)?.step === 30));
  for (const { member } of replicas) expect(member.replica.held!.state.kicked).toEqual([]);
  await ring.end();
});

test('S16: the third offence within 50 steps evicts, and the run goes on without it', async () => {
  const life = await running(3, { config: { ...config, steps: 30 } });
  const { ring, replicas } = life;
  for (const steps of [4, 9, 14]) {
    await ring.until(`${steps} steps`, () => replicas[0].steps.length >= steps);
    ring.submit(poison(replicas[2].id, 'nan', 'wire'));
  }
  await ring.until('the eviction', () => replicas[2].member.phase.kind === 'failed');
  expect(replicas[2].member.phase).toMatchObject({ kind: 'failed', error: { code: 'evicted' } });
  expect(replicas[2].notices.at(-1)).toContain('refused again and again');
  await finish(life);
  expect([...life.witness.views.values()].at(-1)!.members).toHaveLength(2);
  expect(replicas[0].notices.filter((text) => text.includes('removed from the ring'))).toHaveLength(1);
});

test('S11: a member with one offence that the host removes later reads that the host removed it', async () => {
  const life = await running(3, { config: { ...config, steps: 30 } });
  const { ring, replicas } = life;
  await ring.until('4 steps', () => replicas[0].steps.length >= 4);
  ring.submit(poison(replicas[2].id, 'nan', 'wire'));
  await ring.until('the offence', () => replicas[0].member.replica.held!.state.offences.length === 1);
  await ring.until('9 steps', () => replicas[0].steps.length >= 9);
  ring.submit({ kind: 'kick', peer: replicas[2].id });
  await ring.until('the removal', () => replicas[2].member.phase.kind === 'failed');
  expect(replicas[2].member.phase).toMatchObject({
    error: { code: 'kicked', says: inWords('the host removed this replica from the ring') },
  });
  await finish(life);
});

test('S15: a member that claims more than its shard counts 0, is named, and is evicted at the third such step', async () => {
  const life = await running(3);
  const { ring, replicas } = life;
  await ring.until('5 steps', () => replicas[0].steps.length >= 5);
  const { device } = replicas[1].member.replica;
  const honest = device.contribution.bind(device);
  device.contribution = (state) => 3 * honest(state);
  await ring.until('the eviction', () => replicas[1].member.phase.kind === 'failed');
  expect(replicas[1].member.phase).toMatchObject({ kind: 'failed', error: { code: 'evicted' } });
  await finish(life);
  expect(without(life, replicas[1].id)).toHaveLength(2);
  for (const { notices } of [replicas[0], replicas[2]]) {
    const named = notices.filter((text) => text.includes('replica 1 claims 24 terms where its shard has 8'));
    expect(named).toHaveLength(3);
    expect(named.at(-1)).toContain('removed from the ring');
  }
});

test('S11, C1: a member that sends unreadable parts is accused like one that sends poison, and evicted', async () => {
  const life = await running(4, { config: { ...config, steps: 30 } });
  const { ring, replicas } = life;
  await ring.until('5 steps', () => replicas[0].steps.length >= 5);
  const { hub } = replicas[1].member;
  const send = hub.send.bind(hub);
  hub.send = (to, type, bytes, signal) => {
    if (type === 'reduce') bytes[3] = 1; // a flag that has no meaning
    return send(to, type, bytes, signal);
  };
  const sinceMs = ring.clock.now();
  await ring.until('the eviction', () => replicas[1].member.phase.kind === 'failed');
  expect(replicas[1].member.phase).toMatchObject({ kind: 'failed', error: { code: 'evicted' } });
  expect(ring.clock.now() - sinceMs).toBeLessThan(10_000);
  await finish(life);
  for (const { notices } of [replicas[0], replicas[2], replicas[3]]) {
    const named = notices.filter((text) => text.includes('refused what replica 1 sent'));
    expect(named).toHaveLength(2); // twice for one step
    expect(named.at(-1)).toContain('removed from the ring');
  }
});

/** The gradients of `index` are spoiled from its call `from` on, for `times` calls. */
const spoiling =
  (spoil: (into: Float32Array) => void, indices: readonly number[], from: number, times: number) =>
  (engine: Engine, index: number): Engine => {
    let calls = 0;
    return {
      ...engine,
      gradient: async (batches, buckets, into, onBucket, options) => {
        const sums = await engine.gradient(batches, buckets, into, () => undefined, options);
        const call = calls++;
        if (indices.includes(index) && call >= from && call < from + times) spoil(into);
        for (const bucket of buckets) onBucket(bucket.index);
        return sums;
      },
    };
  };

test('S11: a part that would overflow the sum is withheld at its source, and is not an offence', async () => {
  const life = await running(3, { wrapEngine: spoiling((into) => into.fill(3e38), [1], 1, 1) });
  await finish(life);
  expect(without(life, life.replicas[1].id)).toEqual([2]);
  for (const { notices, member } of life.replicas) {
    expect(notices.filter((text) => text.includes('replica 1 (overflow)'))).toHaveLength(1);
    expect(member.replica.held!.state.offences).toEqual([]);
  }
});

test('S7: all skip finite contributions whose update is not finite; no member is accused', async () => {
  const life = await running(3, {
    wrapEngine: spoiling((into) => into.fill(1e35), [0, 1, 2], 1, 1), // its square is beyond f32
  });
  const { replicas } = life;
  const { ring } = life;
  await ring.until('the skip', () => replicas[0].notices.some((text) => text.includes('all skipped')));
  await ring.until('the end', () => replicas.every(({ steps }) => steps.at(-1)?.step === config.steps));
  ring.verify();
  for (const { notices, member } of replicas) {
    expect(notices.filter((text) => text.includes('the update was not finite, all skipped it'))).toHaveLength(
      1,
    );
    expect(notices.filter((text) => text.includes('refused'))).toEqual([]);
    expect(member.replica.held!.state.offences).toEqual([]);
    expect(member.replica.held!.tensors.parameters.every(Number.isFinite)).toBe(true);
  }
  await ring.end();
});

test('S7: no source with a finite gradient: diverged with the last good state; a lower rate goes on from it', async () => {
  const { ring, replicas } = await running(3, {
    wrapEngine: spoiling((into) => into.fill(NaN), [0, 1, 2], 6, 1),
  });
  await ring.until('divergence', () => replicas.every(({ member }) => member.phase.kind === 'diverged'));
  const { member } = replicas[0];
  const good = member.replica.held!.tensors.parameters.slice();
  expect(member.phase).toMatchObject({
    why: { english: 'no replica had a finite gradient; try a lower learning rate' },
    suggestedLearningRate: config.learningRate * 0.1,
  });
  expect(good.every(Number.isFinite)).toBe(true);
  expect(member.replica.held!.state.step).toBe(replicas[0].steps.at(-1)!.step);
  ring.submit({ kind: 'start' });
  await ring.runFor(500);
  expect(member.phase.kind).toBe('diverged');
  ring.submit({ kind: 'set-learning-rate', learningRate: config.learningRate * 0.1 });
  await ring.until('a pause', () => replicas.every((one) => one.member.phase.kind === 'paused'));
  expect(member.replica.held!.tensors.parameters).toEqual(good);
  ring.submit({ kind: 'start' });
  await ring.until('the end', () => replicas.every(({ steps }) => steps.at(-1)?.step === config.steps));
  ring.verify();
  await ring.end();
});

test('S11: an overflow at every loss scale is withheld and no offence', async () => {
  let calls = 0;
  const life = await running(2, {
    wrapEngine: (engine, index) => ({
      ...engine,
      precision: 'mixed',
      gradient: async (batches, buckets, into, onBucket, options) => {
        const sums = await engine.gradient(batches, buckets, into, onBucket, { ...options, overlap: false });
        if (index !== 1 || ++calls !== 4) return sums;
        into.fill(0);
        return { lossSum: 0, score: 0, count: 0 };
      },
    }),
  });
  await finish(life);
  expect(without(life, life.replicas[1].id)).toHaveLength(1);
  for (const { notices } of life.replicas)
    expect(notices.filter((text) => text.includes('replica 1 (overflow)'))).toHaveLength(1);
});
