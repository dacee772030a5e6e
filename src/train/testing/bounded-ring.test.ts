// E30, E31: whole rings with bounded parts hold, bit for bit, what one thread computes: every step, local steps, fragments,
// and each kind of codec. The mode is switched while the run goes on, some die and some join.
import { expect, test } from 'vitest';
import { casesOf } from '../../base/testing/every-case';
import { compressionNamed, type CompressionKind } from '../../codecs/setting';
import { moonsRun } from './moons-run';
import type { RunConfig } from '../run/run-config';
import type { SyncName } from '../run/modes/sync-mode';
import { syncNamed } from '../run/sync';
import { replay, replayDifference, Witness } from './replay';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

/** Two buckets at the smallest cap; its matrix of 64 × 64 is sent as factors. */
const base: RunConfig = {
  ...testConfig,
  model: moonsRun([64, 64]).model,
  steps: 18,
  evaluateEvery: 0,
};

function configOf(sync: SyncName, codec: CompressionKind, boundedParts: boolean): RunConfig {
  const buckets = { ...base.buckets, codec: compressionNamed(codec), boundedParts };
  return { ...base, buckets, sync: syncNamed(sync, 4) };
}

function ringOf(config: RunConfig, seed: number): { ring: SimulatedRing; witness: Witness } {
  const ring = new SimulatedRing({ seed, config });
  return { ring, witness: new Witness() };
}

async function expectReplayed(ring: SimulatedRing, witness: Witness): Promise<void> {
  await ring.until('the last step', () =>
    ring.living.every(
      ({ member, steps }) =>
        member.replica.held?.state.status === 'finished' && steps.at(-1)?.step === ring.config.steps,
    ),
  );
  ring.verify();
  const oracle = await replay(ring.config, witness, ring.config.steps);
  for (const { member } of ring.living)
    expect(replayDifference(oracle, member.replica.held!), member.options.name).toBeUndefined();
  await ring.end();
}

const cases = [
  ['every-step', 'f32'],
  ['every-step', 'int8'],
  ['every-step', 'sign'],
  ['every-step', 'top-k'],
  ['every-step', 'power-sgd'],
  ['local-sgd', 'f32'],
  ['diloco', 'fp16'],
  ['sparse-loco', 'sparse-loco'],
  ['streaming-diloco', 'f32'],
] as const satisfies [SyncName, CompressionKind][];

/** One codec of each kind, each kind of steps once. */
const isDaily = ([sync, codec]: (typeof cases)[number]): boolean =>
  sync !== 'local-sgd' && codec !== 'sign' && codec !== 'top-k';

test.each(casesOf(cases, isDaily))(
  'E30, E31: %s with %s, with a join and a death',
  async (sync, codec) => {
    const { ring, witness } = ringOf(configOf(sync, codec, true), 4);
    const replicas = Array.from({ length: 3 }, () => {
      const replica = ring.add();
      witness.watch(replica);
      return replica;
    });
    const scales: (number | undefined)[] = [];
    for (const { member } of replicas)
      member.on('step', () => void scales.push(member.replica.residual.lastScale));
    await ring.formed(3);
    ring.submit({ kind: 'start' });
    await ring.until('3 steps', () => replicas[0].steps.length >= 3);
    witness.watch(ring.add());
    await ring.until('9 steps', () => replicas[0].steps.length >= 9);
    ring.kill(replicas[1]);
    await expectReplayed(ring, witness);
    expect(
      scales.some((scale) => scale === 0),
      'before norms are known nothing is added',
    ).toBe(true);
    expect(scales.some((scale) => scale === 1)).toBe(true);
  },
  60_000,
);

test.each(casesOf(['f32', 'top-k', 'power-sgd'] as const, (codec) => codec !== 'f32'))(
  'H26, E30: the mode is switched on and off while the run goes on, at the same step everywhere: %s',
  async (codec) => {
    const { ring, witness } = ringOf(configOf('every-step', codec, false), 6);
    const replicas = Array.from({ length: 4 }, () => {
      const replica = ring.add();
      witness.watch(replica);
      return replica;
    });
    await ring.formed(4);
    ring.submit({ kind: 'start' });
    const { buckets } = ring.config;
    await ring.until('4 steps', () => replicas[0].steps.length >= 4);
    ring.submit({ kind: 'set-buckets', buckets: { ...buckets, boundedParts: true } });
    await ring.until('10 steps', () => replicas[0].steps.length >= 10);
    ring.submit({ kind: 'set-buckets', buckets });
    await expectReplayed(ring, witness);
    const modes = [...witness.plans].map(([, plan]) => plan.buckets.boundedParts === true);
    expect([modes[0], modes.includes(true), modes.at(-1)]).toEqual([false, true, false]);
  },
  60_000,
);

test('E30, S21b: while a dispute is open, bounded parts come around the ring, and the run is what one thread computes', async () => {
  const { ring, witness } = ringOf(configOf('every-step', 'f32', true), 7);
  const replicas = Array.from({ length: 5 }, () => {
    const replica = ring.add();
    witness.watch(replica);
    return replica;
  });
  await ring.formed(5);
  ring.submit({ kind: 'start' });
  await ring.until('6 steps', () => replicas[0].steps.length >= 6);
  const { hub } = replicas[3].member;
  const send = hub.send.bind(hub);
  hub.send = (to, type, bytes, ...rest) => {
    if (type !== 'reduce' || to !== replicas[1].id) return send(to, type, bytes, ...rest);
    hub.send = send;
    return send(to, type, bytes.slice().fill(255, 40), ...rest);
  };
  await expectReplayed(ring, witness);
  const ways = replicas[0].steps.map(({ topology }) => topology);
  expect(new Set(ways)).toEqual(new Set(['gathered', 'gathered-around']));
  for (const { member } of replicas) expect(member.replica.held!.state.offences).toHaveLength(1);
}, 60_000);

test('S25: above 8 members parts come around the ring, one for all', async () => {
  const ring = new SimulatedRing({ seed: 3, config: { ...configOf('every-step', 'f32', true), steps: 6 } });
  for (let i = 0; i < 10; i++) ring.add();
  await ring.formed(10);
  ring.submit({ kind: 'start' });
  await ring.until('the end', () => ring.replicas.every(({ steps }) => steps.at(-1)?.step === 6));
  ring.verify();
  expect(new Set(ring.replicas.map(({ steps }) => steps.at(-1)!.digest)).size).toBe(1);
  expect(ring.replicas[0].steps.map(({ topology }) => topology)).toContain('gathered-around');
  await ring.end();
}, 60_000);

test('S25a, C12c: where a link between two members stays broken, parts go around the ring', async () => {
  const ring = new SimulatedRing({ seed: 2, config: { ...configOf('every-step', 'f32', true), steps: 12 } });
  const replicas = Array.from({ length: 4 }, () => ring.add());
  await ring.formed(4);
  ring.submit({ kind: 'start' });
  await ring.until('5 steps', () => replicas.every(({ steps }) => steps.length >= 5));
  ring.cut(replicas[0], replicas[2]);
  await ring.until('the end', () => replicas.every(({ steps }) => steps.at(-1)?.step === 12));
  expect(replicas[0].steps.at(-1)!.topology).toBe('gathered-around');
  ring.verify();
  expect(ring.isOneRing(4), 'no member was evicted').toBe(true);
  await ring.end();
}, 60_000);
