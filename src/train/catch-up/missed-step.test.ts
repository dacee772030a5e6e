// J3, J4, T2: a member that missed the last sum fetches that sum, not the state, whether it was current or was catching
// up. Whole replicas run on the simulated network. Their states in the end are the oracle's.
import { Trainer } from '../loop/trainer';
import { afterEach, expect, test } from 'vitest';
import { predecessorOf, rankOf, successorOf } from '../../membership/view';
import { missedStep } from './missed-step';
import { newRun } from '../run/run-state';
import { replay, Witness } from '../testing/replay';
import { testConfig } from '../testing/real-ring';
import { catchUpConfig } from '../testing/catch-up-ring';
import { SimulatedRing, type SimulatedReplica } from '../testing/simulated-ring';

let ring: SimulatedRing;
afterEach(async () => {
  ring.verify();
  await ring.end();
});

const parameterBytes = 4 * 45_002;

async function running(
  size: number,
  witness: Witness,
): Promise<{ replicas: SimulatedReplica[]; witness: Witness }> {
  ring = new SimulatedRing({
    seed: 17,
    config: catchUpConfig,
    conditions: { delayMs: 5, jitterMs: 2, bytesPerSecond: 4_000_000 },
  });
  const replicas = Array.from({ length: size }, () => ring.add());
  for (const replica of replicas) witness.watch(replica);
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  await ring.until('two steps', () => replicas.every(({ steps }) => steps.length >= 2));
  return { replicas, witness };
}

/** The member does not get the last of its next sum; when all others hold the result, an edge of its breaks. */
async function missNextSum(victim: SimulatedReplica): Promise<number> {
  const { trainer, membership: members } = victim.member;
  const before = trainer.state!.step;
  await ring.until('its next step', () => trainer.state!.step > before);
  const step = trainer.state!.step + 1;
  const { router } = trainer;
  const receive = router.receive.bind(router);
  router.receive = (frame) => {
    const view = members.view!;
    const position = view.ring.indexOf(rankOf(view, victim.id));
    const isLastHop = frame.chunk === (position + 2) % view.members.length; // no member gets it from the victim
    if (frame.key.step !== step || frame.phase !== 'all-gather' || !isLastHop) return receive(frame);
    frame.consume();
  };
  const others = ring.living.filter((one) => one !== victim && one.member.trainer.catchUp === undefined);
  await ring.until('the others’ result', () =>
    others.every(({ member }) => member.replica.held!.state.step === step && member.trainer.isTentative),
  );
  expect(trainer.state!.step).toBe(step - 1);
  router.receive = receive;
  victim.member.hub.link(successorOf(members.view!, victim.id))!.close('a test');
  return step;
}

const isCatchingUp = ({ member }: SimulatedReplica): boolean => member.trainer.catchUp !== undefined;

async function expectExact(replicas: readonly SimulatedReplica[], witness: Witness): Promise<void> {
  ring.submit({ kind: 'pause' });
  await ring.until('the pause', () => replicas.every(({ member }) => member.phase.kind === 'paused'));
  expect(new Set(replicas.map(({ member }) => member.replica.held!.digest)).size).toBe(1);
  const oracle = await replay(ring.config, witness, replicas[0].member.replica.held!.state.step);
  for (const { member } of replicas)
    expect(member.replica.held!.tensors.parameters).toEqual(oracle.state.parameters);
}

const receivedIn = async (victim: SimulatedReplica, step: number): Promise<number> => {
  let bytes = 0;
  victim.member.on('change', () => {
    bytes = Math.max(bytes, victim.member.trainer.catchUp?.receivedBytes ?? 0);
  });
  await ring.until('its catching up', () => !isCatchingUp(victim) && victim.steps.at(-1)!.step >= step + 2);
  return bytes;
};

test('J4: a member that missed the result fetches the sum, a third of the state, and its chart has no gap', async () => {
  const { replicas, witness } = await running(3, new Witness());
  const [, victim] = replicas;
  const step = await missNextSum(victim);
  const bytes = await receivedIn(victim, step);
  console.log(`a missed sum: ${bytes} bytes, the state: ${3 * parameterBytes}`);
  expect(bytes).toBe(parameterBytes);
  expect(victim.steps.map((record) => record.step)).toEqual(victim.steps.map((_, i) => 1 + i));
  const [mine, theirs] = [victim, replicas[0]].map(({ steps }) =>
    steps.find((record) => record.step === step)!,
  );
  const { digest, contributions, effectiveBatch, gradientNorm, loss, learningRate, faulty } = theirs;
  expect(mine).toMatchObject({ digest, contributions, effectiveBatch, gradientNorm, loss });
  expect(mine).toMatchObject({ learningRate, faulty });
  await expectExact(replicas, witness);
});

test('J4: a member that misses a sum while it catches up keeps its blocks and its log, and fetches that sum', async () => {
  const { replicas, witness } = await running(3, new Witness());
  const newcomer = ring.add();
  // The predecessor, whichever member that is, passes on the sums and refuses the state. The others are slow to give
  // it.
  newcomer.member.membership.on('installed', (view) => {
    const before = predecessorOf(view, newcomer.id);
    for (const { id, member } of replicas)
      if (id === before)
        Object.defineProperty(member.trainer, 'offers', { get: () => [], configurable: true });
      else ring.network.setConditions(id, newcomer.id, { bytesPerSecond: 60_000 });
  });
  await ring.until(
    'a quarter of its parameters',
    () => (newcomer.member.trainer.catchUp?.receivedBytes ?? 0) > parameterBytes / 4,
  );
  let [received, hasBegunAgain] = [0, false];
  newcomer.member.on('change', () => {
    const { catchUp } = newcomer.member.trainer;
    if (!catchUp) return;
    if (catchUp.receivedBytes < received - parameterBytes) hasBegunAgain = true; // the sum’s bytes stop counting once it is logged
    received = Math.max(received, catchUp.receivedBytes);
  });
  const step = await missNextSum(newcomer);
  expect(isCatchingUp(newcomer)).toBe(true);
  await ring.until(
    'its promotion',
    () => !isCatchingUp(newcomer) && (newcomer.steps.at(-1)?.step ?? 0) >= step + 2,
  );
  expect(hasBegunAgain).toBe(false);
  expect(received).toBeGreaterThanOrEqual(3 * parameterBytes);
  expect(received).toBeLessThanOrEqual(4 * parameterBytes);
  expect(newcomer.notices.join()).not.toContain('catching up failed');
  const shown = newcomer.steps.map((record) => record.step);
  expect(shown).toContain(step);
  expect(shown).toEqual(shown.map((_, i) => shown[0] + i));
  await expectExact([...replicas, newcomer], witness);
});

test.each([
  ['no member has it any longer', (): undefined => undefined, 'refused'],
  ['a liar gives another', () => new Float32Array(parameterBytes / 4).fill(1), 'another digest'],
] as const)('J3, J4: %s: the state is fetched after all', async (_, sumOf, why) => {
  const { replicas, witness } = await running(3, new Witness());
  for (const { member } of replicas) {
    const { trainer } = member;
    const honest = (): Trainer['offers'] => Reflect.get(Trainer.prototype, 'offers', trainer);
    Object.defineProperty(trainer, 'offers', {
      get: () => honest().map((offer) => ({ ...offer, sum: sumOf() })),
    });
  }
  const [, victim] = replicas;
  const step = await missNextSum(victim);
  const bytes = await receivedIn(victim, step);
  expect(bytes).toBe(3 * parameterBytes);
  expect(victim.notices.filter((text) => text.includes('catching up failed')).join()).toContain(why);
  await expectExact(replicas, witness);
});

test('T3: what was missed follows from two run states; more than one decision does not', () => {
  const before = { ...newRun(testConfig), version: 5, initialized: true, step: 3, examples: 24 };
  const plan = { positions: [[24, 8]] as const, shards: [{ member: '0'.repeat(16), count: 8 }], learningRate: 0.5, buckets: testConfig.buckets }; // prettier-ignore
  const planned = { ...before, plan: { ...plan, positions: [[24, 8] as const] } };
  const after = { ...planned, version: 6, step: 4, examples: 32 };
  expect(missedStep(planned, after, undefined)).toMatchObject({ learningRate: 0.5, exampleCount: 8 });
  expect(missedStep(planned, { ...after, examples: 24 }, undefined)).toEqual({ kind: 'decision' });
  expect(missedStep(before, { ...before, version: 6 }, undefined)).toEqual({ kind: 'decision' });
  for (const other of [
    { ...after, version: 7 },
    { ...after, run: after.run + 1 },
    { ...after, step: 5 },
    { ...after, examples: 20 },
  ])
    expect(missedStep(planned, other, undefined)).toBeUndefined();
  expect(missedStep({ ...planned, initialized: false }, after, undefined)).toBeUndefined();
  expect(missedStep(before, after, undefined)).toBeUndefined(); // without a plan there is no step
});

test('H4: a member that fetches the last sum does not commit that step before the others', async () => {
  const { replicas, witness } = await running(4, new Witness());
  const [, victim, mute, other] = replicas;
  // The victim is found behind at this header: the next one will not come before a new view.
  mute.member.trainer.on('decision', ({ decision }) => {
    if (decision.kind === 'catch-up') ring.kill(mute, { notice: false });
  });
  const step = await missNextSum(victim);
  await ring.until('the beginning', () => isCatchingUp(victim));
  await ring.until('its replay', () => victim.member.trainer.catchUp?.behindSteps === 0);
  await ring.runFor(1_000);
  expect([victim, other].map(({ steps }) => steps.at(-1)!.step)).toEqual([step - 1, step - 1]);
  await ring.until('more steps', () => [victim, other].every(({ steps }) => steps.at(-1)!.step > step));
  expect(victim.steps.map((one) => one.step)).toContain(step);
  await expectExact(ring.living, witness);
});
