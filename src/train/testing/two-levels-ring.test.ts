// C2g on whole replicas of two machines: sums go first within each, then between them. One thread that adds in the stated
// order holds the same bits, through deaths of those that speak for their machine, joins and catching up.
import { expect, test } from 'vitest';
import { codecNamed } from '../../codecs/setting';
import type { RunConfig } from '../run/run-config';
import { syncNamed } from '../run/sync';
import { testConfig } from './real-ring';
import { replay, replayDifference, Witness } from './replay';
import { SimulatedRing } from './simulated-ring';

const config: RunConfig = {
  ...testConfig,
  steps: 24,
  evaluateEvery: 0,
  buckets: { ...testConfig.buckets, topology: 'two-levels', gatherBytes: 0 },
};

/** Two machines of two members, in whatever order around the ring. */
const twoOfTwo: unknown = expect.stringMatching(/^two-levels:0(011|101|110)$/);

interface Given {
  readonly seed?: number;
  readonly config?: RunConfig;
  readonly machineOf?: (index: number) => number | undefined;
}

/** Four replicas: the first and the third on one machine, the second and the fourth on another. */
async function fourOf({ seed = 7, config: of = config, machineOf = (index) => index % 2 }: Given = {}) {
  const ring = new SimulatedRing({
    seed,
    config: of,
    machineOf,
    conditions: { delayMs: 5, bytesPerSecond: 1e6 },
  });
  const witness = new Witness();
  const add = () => {
    const replica = ring.add();
    witness.watch(replica);
    return replica;
  };
  const replicas = Array.from({ length: 4 }, add);
  await ring.formed(4);
  return { ring, witness, replicas, add };
}

async function ended(ring: SimulatedRing, witness: Witness): Promise<readonly string[]> {
  const { steps } = ring.config;
  await ring.until('the end', () =>
    ring.living.every(
      ({ member, steps: taken }) =>
        member.replica.held?.state.status === 'finished' && taken.at(-1)?.step === steps,
    ),
  );
  ring.verify();
  const oracle = await replay(ring.config, witness, steps);
  for (const { member } of ring.living)
    expect(replayDifference(oracle, member.replica.held!)).toBeUndefined();
  await ring.end();
  return [...witness.records.values()].map(({ topology }) => topology);
}

test('E2: every step by the groups of the machines, in one way while the members stay', async () => {
  const { ring, witness } = await fourOf();
  ring.submit({ kind: 'start' });
  const ways = new Set(await ended(ring, witness));
  expect([...ways]).toEqual([twoOfTwo]);
});

test.each([0, 1, 2, 3])('S2, S3: replica %i dies in the middle of a sum, then one joins', async (dies) => {
  const { ring, witness, replicas, add } = await fourOf({ seed: 20 + dies });
  ring.submit({ kind: 'start' });
  const other = replicas[(dies + 1) % 4];
  await ring.until('4 steps', () => other.steps.length >= 4);
  await ring.until('a sum', () => other.member.trainer.status.activity.kind === 'reducing');
  const { id } = replicas[dies];
  ring.network.killAtFrame(id, ring.network.framesOf(id) + 3, { notice: dies % 2 === 0 });
  await ring.until('a ring of three', () => ring.isOneRing(3));
  await ring.until('8 steps', () => other.steps.length >= 8);
  add(); // the fifth shares the machine of the first and the third
  const ways = new Set(await ended(ring, witness));
  expect(ways.size, [...ways].join(' ')).toBeGreaterThan(2);
  for (const way of ways) expect(way).toMatch(/^two-levels:0[01]{2,3}$/);
});

test('a machine falls to one member: its sums go straight to each owner, under the same setting', async () => {
  const { ring, witness, replicas } = await fourOf({ machineOf: (index) => (index < 2 ? 0 : undefined) });
  ring.submit({ kind: 'start' });
  await ring.until('4 steps', () => replicas[0].steps.length >= 4);
  ring.kill(replicas[1]);
  const ways = await ended(ring, witness);
  expect([ways[0], ways.at(-1)]).toEqual(['two-levels:0012', 'two-levels']);
});

test('J1: a member catches up while the others sum on two levels', async () => {
  const { ring, witness, replicas } = await fourOf();
  ring.submit({ kind: 'start' });
  const [host, behind] = replicas;
  await ring.until('4 steps', () => host.steps.length >= 4);
  new Uint32Array(behind.member.replica.held!.tensors.parameters.buffer)[3] ^= 1;
  await ring.until('its catching up', () => behind.member.replica.participation.kind === 'catching-up');
  await ring.until('its return', () => behind.member.replica.participation.kind === 'current');
  await ended(ring, witness);
});

test.each([
  ['DiLoCo', { ...config, steps: 8, sync: syncNamed('diloco', 4) }],
  ['signs', { ...config, buckets: { ...config.buckets, codec: codecNamed('sign') } }],
  ['bounded parts', { ...config, buckets: { ...config.buckets, boundedParts: true } }],
] as const)('with %s', async (_, of) => {
  const { ring, witness } = await fourOf({ config: of });
  ring.submit({ kind: 'start' });
  await ended(ring, witness);
});

test('a codec that adds up: encoded at each level, all hold the same bits', async () => {
  const { ring, replicas } = await fourOf({
    config: { ...config, buckets: { ...config.buckets, codec: codecNamed('int8') } },
  });
  ring.submit({ kind: 'start' });
  await ring.until('the end', () => replicas.every(({ steps }) => steps.length === config.steps));
  ring.verify();
  expect(new Set(replicas.map(({ steps }) => steps.at(-1)!.digest)).size).toBe(1);
  expect(replicas[0].steps[5].topology).toEqual(twoOfTwo);
  await ring.end();
});

test('S5: a member freezes in the middle of a step: the others go on, and it comes back', async () => {
  const { ring, witness, replicas } = await fourOf();
  ring.submit({ kind: 'start' });
  await ring.until('4 steps', () => replicas[0].steps.length >= 4);
  ring.network.freeze(replicas[3].id);
  await ring.until(
    'a ring of three',
    () => ring.isOneRing(3) || ring.living[0].member.membership.view?.members.length === 3,
  );
  ring.network.thaw(replicas[3].id);
  await ended(ring, witness);
});

/** 23,000 parameters. */
const auto: RunConfig = {
  ...config,
  steps: 40,
  model: {
    ...config.model,
    layers: [150, 150, 2].map(
      (units) => ({ kind: 'dense', units, activation: units === 2 ? 'none' : 'tanh' }) as const,
    ),
  },
  buckets: { ...config.buckets, topology: 'ring', auto: { ms: 0, ringMs: 0 } },
};

test('S18d: on a far line measurement chooses two levels, at one step for all, and stays', async () => {
  const { ring, witness, replicas } = await fourOf({ config: auto });
  await ring.runFor(11_000); // round trips of the time before are forgotten
  ring.submit({ kind: 'start' });
  const ways = await ended(ring, witness);
  const change = ways.findIndex((way) => way.startsWith('two-levels'));
  expect(ways.slice(0, change)).toEqual(Array(change).fill('ring'));
  expect(ways.slice(change)).toEqual(Array(auto.steps - change).fill(twoOfTwo));
  expect(ring.changedWays).toBe(1);
  const { topology, auto: chosen } = replicas[0].member.replica.held!.state.buckets;
  expect(topology).toBe('two-levels');
  expect(chosen!.ms, 'at most four fifths of the ring’s time').toBeLessThan(0.8 * chosen!.ringMs);
});

test('S18d: where all are on one machine, or all alone, nothing is known of machines: another way wins', async () => {
  for (const machineOf of [() => 0, () => undefined]) {
    const { ring, witness } = await fourOf({ config: auto, machineOf });
    await ring.runFor(11_000);
    ring.submit({ kind: 'start' });
    for (const way of await ended(ring, witness)) expect(way).not.toMatch(/two-levels/);
  }
});
