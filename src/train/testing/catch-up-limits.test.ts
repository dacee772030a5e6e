// J6, S5, S6, J2, J4: the limits of catching up. Whole replicas on the simulated network.
import { inEnglish } from '../../cli/english/in-english';
import { afterEach, expect, test, vi } from 'vitest';
import { EngineError } from '../../model/engine';
import { readHead } from '../../optim/state/state-bytes';
import { restore, type Participation } from '../participation/participation';
import type { Replica } from '../participation/replica';
import { CatchUpLog } from '../catch-up/catch-up-log';
import { replay, replayDifference, Witness } from './replay';
import { catchUpConfig } from './catch-up-ring';
import { testConfig } from './real-ring';
import { SimulatedRing, type SimulatedReplica, type SimulatedRingOptions } from './simulated-ring';

let ring: SimulatedRing;
afterEach(async () => {
  vi.restoreAllMocks();
  ring.verify();
  await ring.end();
});

const stateBytes = 12 * 45_002;

async function formed(
  size: number,
  options: Partial<SimulatedRingOptions> = {},
): Promise<SimulatedReplica[]> {
  ring = new SimulatedRing({
    seed: 23,
    config: catchUpConfig,
    conditions: { delayMs: 5, jitterMs: 2, bytesPerSecond: 4_000_000 },
    ...options,
  });
  const replicas = Array.from({ length: size }, () => ring.add());
  await ring.formed(size);
  return replicas;
}

async function running(
  size: number,
  options: Partial<SimulatedRingOptions> = {},
): Promise<SimulatedReplica[]> {
  const replicas = await formed(size, options);
  ring.submit({ kind: 'start' });
  await ring.until('two steps', () => replicas.every(({ steps }) => steps.length >= 2));
  return replicas;
}

const isCatchingUp = ({ member }: SimulatedReplica): boolean => member.trainer.catchUp !== undefined;
const stepOf = ({ member }: SimulatedReplica): number => member.replica.held!.state.step;
const contributes = (replica: SimulatedReplica, to: SimulatedReplica): boolean =>
  (to.steps.at(-1)?.contributions[replica.id] ?? 0) > 0;

/** A newcomer whose predecessor passes on the sums and refuses the state. The others are slow to give it. */
async function slowMember(
  replicas: readonly SimulatedReplica[],
  bytesPerSecond: number,
): Promise<SimulatedReplica> {
  const newcomer = ring.add();
  const predecessor = replicas.at(-1)!;
  Object.defineProperty(predecessor.member.trainer, 'offers', { get: () => [] });
  for (const { id } of replicas.slice(0, -1)) ring.network.setConditions(id, newcomer.id, { bytesPerSecond });
  await ring.until('its catching up', () => isCatchingUp(newcomer));
  return newcomer;
}

/** The first replica's notice of what it waits for, once there is one. */
async function waitNamed([first]: readonly SimulatedReplica[]): Promise<string> {
  const said = (): string => {
    const { phase } = first.member;
    return phase.kind === 'training' && phase.waitingFor
      ? `${phase.waitingFor.peer} ${inEnglish(phase.waitingFor.what)}`
      : '';
  };
  await ring.until('a wait', () => said().includes('catch up'));
  return said();
}

test('J6: a log beyond its budget makes the ring wait, by name and progress; then it is promoted', async () => {
  const replicas = await running(3);
  // The sizes are as if the model had 200 times the parameters: 36 MB a sum, 64 MiB for all.
  const bytes = vi.spyOn(CatchUpLog.prototype, 'bytes', 'get');
  bytes.mockImplementation(function (this: CatchUpLog) {
    return this.pending * 36e6;
  });
  const newcomer = await slowMember(replicas, 60_000);
  expect(await waitNamed(replicas)).toMatch(/^replica 3 to catch up \(\d+\s%\)$/);
  const { behindSteps } = newcomer.member.trainer.catchUp!;
  expect(behindSteps).toBe(2);
  const at = stepOf(replicas[0]);
  await ring.runFor(1_500);
  expect(isCatchingUp(newcomer)).toBe(true);
  expect(stepOf(replicas[0])).toBe(at);
  await ring.until('its part', () => contributes(newcomer, replicas[0]));
  expect(stepOf(replicas[0])).toBeGreaterThan(at);
  for (const { member } of replicas) expect(member.trainer.counters.retries).toBe(0);
});

test('J6: a replay that comes no nearer in 16 steps makes the ring wait; then it is promoted', async () => {
  const replicas = await running(3);
  // The replica’s device takes longer for an update than the ring for a step.
  const clockOf = ring.network.clockOf.bind(ring.network);
  ring.network.clockOf = (id) => {
    const clock = clockOf(id);
    return {
      ...clock,
      now: () => clock.now(),
      after: (ms, action) => clock.after(ms === 0 ? 1_000 : ms, action),
    };
  };
  const newcomer = await slowMember(replicas, 400_000);
  let fetchedAt = 0;
  let most = 0;
  newcomer.member.on('change', () => {
    const { catchUp } = newcomer.member.trainer;
    if (!catchUp) return;
    if (catchUp.receivedBytes === stateBytes && fetchedAt === 0) fetchedAt = stepOf(replicas[0]);
    most = Math.max(most, catchUp.behindSteps);
  });
  expect(await waitNamed(replicas)).toContain('replica 3 to catch up');
  const waited = stepOf(replicas[0]) - fetchedAt;
  console.log(`waited for after ${waited} steps, ${most} behind at most`);
  expect(waited).toBeGreaterThanOrEqual(16);
  await ring.until('its part', () => contributes(newcomer, replicas[0]));
});

test('S5, J6: a member that catches up without progress for 60 s is removed and not admitted at once; the ring goes on', async () => {
  const replicas = await formed(2);
  const newcomer = ring.add();
  // No block ever reaches it, however often it begins again. Before step 1 all members wait for it.
  const { stateFrames } = newcomer.member.trainer;
  const take = stateFrames.takeState.bind(stateFrames);
  stateFrames.takeState = (from, frame) => (frame.phase === 1 ? undefined : take(from, frame));
  await ring.until('its catching up', () => isCatchingUp(newcomer));
  ring.submit({ kind: 'start' });
  const sinceMs = ring.clock.now();
  await ring.until('the ring without it', () => replicas.every(({ steps }) => steps.length >= 3));
  const afterMs = ring.clock.now() - sinceMs;
  console.log(`removed after ${Math.round(afterMs)} ms`);
  expect(afterMs).toBeGreaterThan(59_000);
  expect(afterMs).toBeLessThan(75_000);
  expect(replicas[0].notices.join()).toContain('to catch up (no answer from replica 2)');
  expect(replicas[0].member.membership.view!.members).not.toContain(newcomer.id);
  // It is linked and asks for admission. All members refuse it for two minutes.
  ring.submit({ kind: 'pause' });
  await ring.runFor(20_000);
  expect(replicas[0].member.membership.view!.members).not.toContain(newcomer.id);
  stateFrames.takeState = take;
  await ring.until('its second chance', () => newcomer.member.phase.kind === 'paused', 150_000);
});

/** The member’s record shows from now on another state than the others', and it never begins to catch up. */
function sendLies({ member }: SimulatedReplica, digest: string): void {
  const { replica, trainer } = member;
  const become = replica.become.bind(replica);
  const honest = (): Participation =>
    Reflect.get(Object.getPrototypeOf(replica) as Replica, 'participation', replica);
  Object.defineProperty(replica, 'participation', {
    get: () => restore(honest(), (stored) => ({ ...stored, held: { ...stored.held, digest } })),
  });
  replica.become = (next) => {
    if (next.kind === 'current') become(next);
  };
  const { state, tensors, hashes } = replica.held!;
  const manifest = { digest, state, head: readHead(tensors), hashes };
  trainer.stateFrames.fetchManifest = () => Promise.resolve(manifest);
}

test.each([
  { size: 4, liars: [2], removedMs: [9_000, 25_000] }, // J7: three others are current
  { size: 3, liars: [1, 2], removedMs: [59_000, 75_000] }, // all but one
])(
  'S5, T1: of $size members, $liars claim another state for ever: they are removed, and the others train on',
  async ({ size, liars, removedMs: [fromMs, toMs] }) => {
    const steps = 40;
    ring = new SimulatedRing({ seed: 23, config: { ...testConfig, steps, evaluateEvery: 0 } });
    const replicas = Array.from({ length: size }, () => ring.add());
    const witness = new Witness();
    for (const [rank, replica] of replicas.entries()) if (!liars.includes(rank)) witness.watch(replica);
    await ring.formed(size);
    ring.submit({ kind: 'start' });
    const [honest, lying] = [false, true].map((lies) =>
      replicas.filter((_, i) => liars.includes(i) === lies),
    );
    await ring.until('10 steps', () => honest[0].steps.length >= 10);
    for (const liar of lying) sendLies(liar, liar.id);
    const sinceMs = ring.clock.now();
    let headers = 0;
    honest[0].member.trainer.on('decision', () => headers++);
    const view = () => honest[0].member.membership.view!.members;
    await ring.until('a ring without them', () => lying.every(({ id }) => !view().includes(id)));
    const afterMs = ring.clock.now() - sinceMs;
    console.log(`removed after ${Math.round(afterMs)} ms, ${headers} headers`);
    expect(afterMs).toBeGreaterThan(fromMs);
    expect(afterMs).toBeLessThan(toMs);
    expect(headers).toBeLessThan(400);
    expect(honest[0].notices.join()).toContain('to catch up');
    await ring.until('the end', () => honest.every((one) => one.steps.at(-1)?.step === steps));
    expect(view().toSorted()).toEqual(honest.map(({ id }) => id).toSorted()); // not admitted again: in cooldown
    const oracle = await replay(ring.config, witness, steps);
    for (const { member } of honest)
      expect(replayDifference(oracle, member.replica.held!), member.options.name).toBeUndefined();
  },
);

test('J4, S8: engines lost while one catches up, a source’s and then its own: no verified block is lost', async () => {
  const failing = new Set<number>();
  const replicas = await running(3, {
    wrapEngine: (engine, index) => ({
      ...engine,
      gradient: (...call) =>
        failing.delete(index)
          ? Promise.reject(new EngineError('device-lost', 'a test'))
          : engine.gradient(...call),
    }),
  });
  const newcomer = await slowMember(replicas, 200_000);
  let received = 0;
  newcomer.member.on('change', () => {
    const { catchUp } = newcomer.member.trainer;
    if (!catchUp) return;
    expect(catchUp.receivedBytes).toBeGreaterThanOrEqual(received);
    received = catchUp.receivedBytes;
  });
  await ring.until('half of it', () => received > stateBytes / 2);
  failing.add(1).add(3); // the newcomer's fails at its first gradient
  await ring.until('its part', () => contributes(newcomer, replicas[0]));
  expect(received).toBe(stateBytes);
  expect(failing.size).toBe(0);
  expect(replicas[1].notices.join()).toContain('the device failed');
  expect(newcomer.notices.join()).toContain('the device failed');
});

test('S6, J6: all current members leave while one catches up: it waits, then begins the run anew as another', async () => {
  const replicas = await running(2);
  const newcomer = ring.add();
  for (const { id } of replicas) ring.network.setConditions(id, newcomer.id, { bytesPerSecond: 200_000 });
  await ring.until('a quarter', () => (newcomer.member.trainer.catchUp?.receivedBytes ?? 0) > stateBytes / 4);
  const { run } = newcomer.member.trainer.state!;
  for (const { member } of replicas) member.leave();
  await ring.until('another run', () => newcomer.member.replica.held?.state.run === run + 1);
  expect(newcomer.notices.join()).toContain('catching up failed');
  expect(newcomer.member.phase.kind).toBe('lobby');
  expect(newcomer.member.membership.view!.members).toEqual([newcomer.id]);
});

test('S6, J5: all current members leave while two catch up: together they have the whole state, and the run goes on', async () => {
  const replicas = await running(2);
  const catchingUp = [ring.add(), ring.add()];
  for (const to of catchingUp)
    for (const { id } of replicas) ring.network.setConditions(id, to.id, { bytesPerSecond: 300_000 });
  await ring.until('both to catch up', () => catchingUp.every(isCatchingUp));
  for (const [from, to] of [catchingUp, [...catchingUp].reverse()])
    ring.network.setConditions(from.id, to.id, { bytesPerSecond: 60_000 });
  const blocks = Array.from({ length: 11 }, (_, block) => block);
  const has = ({ member }: SimulatedReplica, block: number): boolean =>
    member.trainer.offers.at(-1)?.has?.(block) ?? false;
  await ring.until('every block at one of them', () =>
    blocks.every((block) => catchingUp.some((one) => has(one, block))),
  );
  for (const one of catchingUp) expect(blocks.every((block) => has(one, block))).toBe(false);
  const { run, step } = catchingUp[0].member.trainer.state!;
  for (const { member } of replicas) member.leave();
  await ring.until('steps of the two', () =>
    catchingUp.every((one) => contributes(one, catchingUp[0]) && stepOf(one) > step + 2),
  );
  expect(catchingUp[0].member.replica.held!.state.run).toBe(run);
});
