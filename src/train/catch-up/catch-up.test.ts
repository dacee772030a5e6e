// Joining and catching up while the ring steps on (PROTOCOL.md, J rules). Whole replicas run on the simulated network.
// Their state has many blocks, and fetching it takes far longer than a step.
import { afterEach, expect, test } from 'vitest';
import { blockElements } from '../../optim/state/blocks';
import { replay, Witness } from '../testing/replay';
import { catchUpConfig } from '../testing/catch-up-ring';
import { SimulatedRing, type SimulatedReplica, type SimulatedRingOptions } from '../testing/simulated-ring';

let ring: SimulatedRing;
afterEach(async () => {
  ring.verify();
  await ring.end();
});

const config = catchUpConfig;
const parameterCount = 45_002;
const blocks = Math.ceil(parameterCount / blockElements);
const stateBytes = 12 * parameterCount;

async function running(
  size: number,
  options: Partial<SimulatedRingOptions> = {},
): Promise<SimulatedReplica[]> {
  ring = new SimulatedRing({
    seed: 11,
    config,
    conditions: { delayMs: 5, jitterMs: 2, bytesPerSecond: 4_000_000 },
    ...options,
  });
  const replicas = Array.from({ length: size }, () => ring.add());
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  await ring.until('two steps', () => replicas.every(({ steps }) => steps.length >= 2));
  return replicas;
}

const isCatchingUp = ({ member }: SimulatedReplica): boolean => member.trainer.catchUp !== undefined;
const contributes =
  (replica: SimulatedReplica) =>
  ({ steps }: SimulatedReplica): boolean =>
    (steps.at(-1)?.contributions[replica.id] ?? 0) > 0;
const slowly = (replica: SimulatedReplica, others: readonly SimulatedReplica[]): void => {
  for (const other of others)
    for (const [from, to] of [
      [other.id, replica.id],
      [replica.id, other.id],
    ])
      ring.network.setConditions(from, to, { bytesPerSecond: 1_000_000 });
};

/** Every replica that trains holds the same; their parameters are the oracle's. */
async function expectExact(replicas: readonly SimulatedReplica[], witness: Witness): Promise<void> {
  ring.submit({ kind: 'pause' });
  await ring.until('the pause', () => replicas.every(({ member }) => member.phase.kind === 'paused'));
  expect(new Set(replicas.map(({ member }) => member.replica.held!.digest)).size).toBe(1);
  const { state, tensors } = replicas[0].member.replica.held!;
  const oracle = await replay(ring.config, witness, state.step);
  for (const { member } of replicas)
    expect(member.replica.held!.tensors.parameters).toEqual(oracle.state.parameters);
  expect(tensors.step).toBe(oracle.state.step);
}

test('J1: the ring steps on while a newcomer fetches; it replays to the same digest, then trains', async () => {
  const witness = new Witness();
  ring = new SimulatedRing({ seed: 3, config, conditions: { delayMs: 5, bytesPerSecond: 4_000_000 } });
  const replicas = [ring.add(), ring.add(), ring.add()];
  for (const replica of replicas) witness.watch(replica);
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('two steps', () => replicas.every(({ steps }) => steps.length >= 2));
  const newcomer = ring.add();
  // The predecessor passes on the sums and refuses the state. The others are slow to give it.
  Object.defineProperty(replicas[2].member.trainer, 'offers', { get: () => [] });
  for (const { id } of replicas.slice(0, 2))
    ring.network.setConditions(id, newcomer.id, { bytesPerSecond: 150_000 });
  await ring.until('its catching up', () => isCatchingUp(newcomer));
  const stepOf = ({ member }: SimulatedReplica): number => member.replica.held!.state.step;
  const [first, sinceMs] = [stepOf(replicas[0]), ring.clock.now()];
  await ring.until('its promotion', () => !isCatchingUp(newcomer));
  const stepsMeanwhile = stepOf(replicas[0]) - first;
  console.log(`${stepsMeanwhile} steps in the ${Math.round(ring.clock.now() - sinceMs)} ms of catching up`);
  expect(stepsMeanwhile).toBeGreaterThanOrEqual(1);
  expect(newcomer.notices.join()).toContain('replica 2 does not have the state it was asked for: left out');
  await ring.until('its part', () => contributes(newcomer)(replicas[0]));
  for (const { member } of replicas) expect(member.trainer.counters.retries).toBe(0);
  // The chart of the newcomer has no gap: the steps meanwhile were replayed, each to the digest that the holders
  // showed.
  const known = new Map(replicas[0].steps.map(({ step, digest }) => [step, digest]));
  const shown = newcomer.steps.map(({ step }) => step);
  expect(shown).toEqual(shown.map((_, i) => shown[0] + i));
  expect(shown[0]).toBe(first + 1);
  for (const { step, digest } of newcomer.steps) expect(known.get(step)).toBe(digest);
  await expectExact([...replicas, newcomer], witness);
});

test('J4: a donor that dies mid-transfer costs no verified byte', async () => {
  const replicas = await running(4);
  const newcomer = ring.add();
  slowly(newcomer, replicas);
  await ring.until(
    'some blocks of its state',
    () => (newcomer.member.trainer.catchUp?.receivedBytes ?? 0) > stateBytes / 4,
  );
  const { totalBytes } = newcomer.member.trainer.catchUp!;
  ring.kill(replicas[2], { notice: true });
  let received = 0;
  newcomer.member.on('change', () => {
    const { catchUp } = newcomer.member.trainer;
    if (!catchUp) return;
    expect(catchUp.receivedBytes).toBeGreaterThanOrEqual(received);
    received = catchUp.receivedBytes;
  });
  await ring.until('its part', () => contributes(newcomer)(replicas[0]));
  expect(received).toBe(totalBytes);
  expect(newcomer.member.trainer.counters.catchUps).toBe(0);
  expect(totalBytes).toBe(stateBytes);
});

test('J5: members that catch up pass stripes on: four at once cost their donors little more than one', async () => {
  const cost: string[] = [];
  for (const count of [1, 4, 8]) {
    const replicas = await running(2);
    ring.submit({ kind: 'pause' });
    await ring.until('the pause', () => replicas.every(({ member }) => member.phase.kind === 'paused'));
    const before = replicas.map(({ member }) => member.hub.traffic().bytesSent);
    const newcomers = Array.from({ length: count }, () => ring.add());
    await ring.until('all are current', () =>
      newcomers.every(({ member }) => member.phase.kind === 'paused' && !member.trainer.catchUp),
    );
    const sent = replicas.map(({ member }, i) => member.hub.traffic().bytesSent - before[i]);
    const total = sent.reduce((a, b) => a + b, 0);
    cost.push(`${count}: ${sent.map((bytes) => (bytes / stateBytes).toFixed(2)).join(' + ')} states`);
    // The first comes alone; the others in one batch.
    if (count === 4) expect(total).toBeLessThan(3 * stateBytes);
    ring.verify();
    if (count < 8) await ring.end();
  }
  console.log(`bytes sent by two donors for newcomers at once, ${blocks} blocks: ${cost.join('; ')}`);
});

/** A newcomer in the middle of catching up, which takes about two seconds. */
async function midCatchUp(size = 3): Promise<{ replicas: SimulatedReplica[]; newcomer: SimulatedReplica }> {
  const replicas = await running(size);
  const newcomer = ring.add();
  slowly(newcomer, replicas);
  await ring.until(
    'a quarter of its state',
    () => (newcomer.member.trainer.catchUp?.receivedBytes ?? 0) > stateBytes / 4,
  );
  return { replicas, newcomer };
}

test('J1: a pause while it catches up does not stop its promotion; resumed, it trains', async () => {
  const { replicas, newcomer } = await midCatchUp();
  ring.submit({ kind: 'pause' });
  await ring.until('all are current and paused', () =>
    [...replicas, newcomer].every(({ member }) => member.phase.kind === 'paused'),
  );
  expect(newcomer.member.replica.held!.digest).toBe(replicas[0].member.replica.held!.digest);
  ring.submit({ kind: 'start' });
  await ring.until('its part', () => contributes(newcomer)(replicas[0]));
});

test('J4: a new run ends the catch-up: its state is all zero, like everyone’s', async () => {
  const { replicas, newcomer } = await midCatchUp();
  ring.submit({ kind: 'configure', config: { ...config, seed: 9 } });
  await ring.until('the new run', () =>
    [...replicas, newcomer].every(
      ({ member }) => member.phase.kind === 'lobby' && member.replica.held?.state.initialized === true,
    ),
  );
  expect(newcomer.member.trainer.catchUp).toBeUndefined();
  const digests = [...replicas, newcomer].map(({ member }) => member.replica.held!.digest);
  expect(new Set(digests).size).toBe(1);
});

test('J4: a member that is kicked or dies while it catches up is out; the ring goes on and frees the snapshot', async () => {
  for (const how of ['kick', 'death'] as const) {
    const { replicas, newcomer } = await midCatchUp();
    expect(replicas[0].member.replica.frozen.length).toBe(1);
    if (how === 'kick') ring.submit({ kind: 'kick', peer: newcomer.id });
    else ring.kill(newcomer, { notice: true });
    const { step } = replicas[0].steps.at(-1)!;
    await ring.until('four steps on', () => replicas.every(({ steps }) => steps.at(-1)!.step >= step + 4));
    for (const { member } of replicas) expect(member.replica.frozen).toEqual([]);
    ring.verify();
    if (how === 'kick') await ring.end();
  }
});

test('J4: a current member dies while another catches up, which still ends well', async () => {
  const { replicas, newcomer } = await midCatchUp();
  await ring.until('a reduce', () => replicas[1].member.trainer.status.activity.kind === 'reducing');
  ring.kill(replicas[1], { notice: true });
  await ring.until('its part', () => contributes(newcomer)(replicas[0]));
});

test('T1, J1: the one of three that disagrees catches up while the others miss no step', async () => {
  const replicas = await running(3);
  await ring.until('a reduce', () => replicas[2].member.trainer.status.activity.kind === 'reducing');
  new Uint32Array(replicas[2].member.replica.held!.tensors.parameters.buffer)[3] ^= 1 << 20;
  await ring.until('its catching up', () => isCatchingUp(replicas[2]), 3_000);
  const generation = replicas[0].member.membership.view!.generation;
  await ring.until(
    'its part again',
    () => !isCatchingUp(replicas[2]) && contributes(replicas[2])(replicas[0]),
    5_000,
  );
  expect(replicas[2].member.trainer.counters.catchUps).toBe(1);
  expect(replicas[0].member.membership.view!.generation).toBe(generation);
  for (const { member } of replicas.slice(0, 2)) expect(member.trainer.counters.retries).toBe(0);
});
