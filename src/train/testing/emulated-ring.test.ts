// L18 on whole replicas: the host makes the room's links slow while it trains. Every member shapes its own side, no
// member is lost for it, and the sums stay exact.
import { afterEach, expect, test } from 'vitest';
import { namedProfiles } from '../../net/emulation/profile-words';
import { withEdge, type NetworkSettings } from '../../net/emulation/network-settings';
import { noEmulation } from '../../net/emulation/no-emulation';
import type { RunConfig } from '../run/run-config';
import { testConfig } from './real-ring';
import { replay, replayDifference, Witness } from './replay';
import { SimulatedRing, type SimulatedReplica, type SimulatedRingOptions } from './simulated-ring';

const { slow, bad, home } = namedProfiles;

let ring: SimulatedRing;
let witness: Witness;
afterEach(async () => {
  ring.verify();
  await ring.end();
});

const fastWires = { delayMs: 0.5, bytesPerSecond: 64 << 20 };

function ofUnits(units: number, change: Partial<RunConfig>): RunConfig {
  const layers = [units, units, 2].map(
    (each) => ({ kind: 'dense', units: each, activation: 'tanh' }) as const,
  );
  return { ...testConfig, model: { ...testConfig.model, layers }, evaluateEvery: 0, ...change };
}

async function formed(size: number, options: Partial<SimulatedRingOptions>): Promise<SimulatedReplica[]> {
  ring = new SimulatedRing({ seed: 21, conditions: fastWires, ...options });
  witness = new Witness();
  const replicas = Array.from({ length: size }, () => ring.add());
  for (const replica of replicas) witness.watch(replica);
  await ring.formed(size);
  return replicas;
}

const setNetwork = (network: NetworkSettings): void => ring.submit({ kind: 'set-network', network });
const networkOf = ({ member }: SimulatedReplica): NetworkSettings | undefined =>
  member.trainer.state?.network;

/** The round trip as the member's own links measure it, in both directions. */
function roundTripMs(a: SimulatedReplica, b: SimulatedReplica): number[] {
  const trip = (from: SimulatedReplica, to: SimulatedReplica): number =>
    from.member.hub.link(to.id)!.stats().roundTripMs ?? NaN;
  return [trip(a, b), trip(b, a)];
}

test('L18 the settings change in mid-run: all members agree on them, a newcomer too, and the sums stay exact', async () => {
  const replicas = await formed(3, { config: ofUnits(40, { steps: 40 }) });
  const [a, b, c] = replicas;
  ring.submit({ kind: 'start' });
  await ring.until('3 steps', () => a.steps.length >= 3);
  const network = withEdge({ ...noEmulation, everyEdge: home }, b.id, c.id, bad);
  setNetwork(network);
  await ring.until('20 steps', () => a.steps.length >= 20);
  for (const replica of replicas) expect(networkOf(replica)).toEqual(network);
  const newcomer = ring.add();
  witness.watch(newcomer);
  await ring.until('the newcomer', () => newcomer.steps.length >= 2);
  expect(networkOf(newcomer)).toEqual(network);
  await ring.runFor(2_000);
  // The newcomer measures both ways slow; the others still remember it without settings.
  for (const ms of [...roundTripMs(a, b), roundTripMs(newcomer, a)[0]]) {
    expect(ms).toBeGreaterThan(40);
    expect(ms).toBeLessThan(70);
  }
  for (const ms of roundTripMs(b, c)) expect(ms).toBeGreaterThan(200);
  setNetwork(noEmulation);
  await ring.until('the last step', () => ring.living.every(({ steps }) => steps.at(-1)?.step === 40));
  const oracle = await replay(ring.config, witness, 40);
  for (const { member } of replicas)
    expect(replayDifference(oracle, member.replica.held!), member.options.name).toBeUndefined();
  await ring.runFor(2_000);
  for (const ms of [...roundTripMs(b, c), ...roundTripMs(a, newcomer)]) expect(ms).toBeLessThan(5);
  // Another run keeps it: it is the room's, not the run's.
  setNetwork(network);
  ring.submit({ kind: 'configure', config: { ...ring.config, seed: 9 } });
  await ring.until('another run', () => ring.living.every(({ member }) => member.trainer.state?.run === 2));
  expect(networkOf(a)).toEqual(network);
});

test('L18 a step takes the time of the emulated line, as the cost model says', async () => {
  const replicas = await formed(4, { config: ofUnits(200, { steps: 8, localBatch: 2, microBatch: 2 }) });
  setNetwork({ ...noEmulation, everyEdge: slow });
  ring.submit({ kind: 'start' });
  await ring.until('2 steps', () => replicas[0].steps.length >= 2);
  const startMs = ring.clock.now();
  await ring.until('6 more', () => replicas[0].steps.length >= 8);
  const stepMs = (ring.clock.now() - startMs) / 6;
  const bytes = 4 * replicas[0].member.replica.ready!.engine.parameterCount;
  // 2 (N − 1) / N of the bytes at the line's rate. Beside it the hops' delays, which overlap in part, and a header.
  const lineMs = (1.5 * bytes * 8_000) / slow.bitsPerSecond;
  console.log(
    `a step of ${bytes} bytes takes ${stepMs.toFixed(0)} ms; the line alone ${lineMs.toFixed(0)} ms`,
  );
  expect(stepMs).toBeGreaterThan(lineMs);
  expect(stepMs).toBeLessThan(lineMs * 1.1 + 8 * slow.delayMs);
});

test('S5 a bucket that takes longer than its deadline on 400 kbit/s is summed, and nobody is lost', async () => {
  const buckets = { ...testConfig.buckets, mode: 'single' } as const;
  const config = ofUnits(520, { steps: 2, localBatch: 2, microBatch: 2, buckets });
  const replicas = await formed(4, { config });
  setNetwork({ ...noEmulation, everyEdge: { ...bad, bitsPerSecond: 400e3, loss: 0 } });
  ring.submit({ kind: 'start' });
  const views = replicas.map(({ member }) => member.viewChanges);
  const startMs = ring.clock.now();
  await ring.until('the last step', () => replicas.every(({ steps }) => steps.length === 2), 600_000);
  console.log(`a step takes ${((ring.clock.now() - startMs) / 2000).toFixed(1)} s`);
  // 30 s is the deadline of a bucket, without progress.
  expect((ring.clock.now() - startMs) / 2).toBeGreaterThan(30_000);
  expect(replicas.map(({ member }) => member.trainer.counters.retries)).toEqual([0, 0, 0, 0]);
  expect(replicas.map(({ member }) => member.viewChanges)).toEqual(views);
});

test('J4 a newcomer fetches its state over a line of 1 Mbit/s with loss, while the ring trains', async () => {
  const replicas = await formed(3, { config: ofUnits(100, { steps: 200, localBatch: 2, microBatch: 2 }) });
  setNetwork({ ...noEmulation, everyEdge: bad });
  ring.submit({ kind: 'start' });
  await ring.until('3 steps', () => replicas[0].steps.length >= 3);
  const newcomer = ring.add();
  await ring.until('the newcomer', () => newcomer.steps.length >= 3, 600_000);
  expect(ring.isOneRing(4)).toBe(true);
  expect(replicas.map(({ member }) => member.trainer.counters.retries)).toEqual([0, 0, 0]);
});
