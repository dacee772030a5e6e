// J8: whatever takes a trained replica out of its ring, its state stays with it, and it begins no run over it. A
// replica that the host removed is given nothing more.
import { unexpected } from '../../../base/sayings';
import { isOrder } from '../../run/ordered-offence';
import { afterEach, expect, test } from 'vitest';
import type { HostCommand } from '../../commands/host-command';
import { hold, leaveView } from '../../participation/participation';
import type { ForkCheckpoint } from '../../participation/replica';
import { storeState } from '../../participation/stored-state';
import { testConfig } from '../real-ring';
import { SimulatedRing, type SimulatedReplica } from '../simulated-ring';
import { training } from './testing/hostile-views';

const seed = 364;
const config = { ...testConfig, steps: 1e6, evaluateEvery: 0 };
let ring: SimulatedRing;
afterEach(() => ring.end());

/** Three that train, of which the last one will be removed, and the step that it holds. */
async function scene(size = 3): Promise<{ one: SimulatedReplica; others: SimulatedReplica[]; step: number }> {
  ring = new SimulatedRing({ seed, config, computeMs: () => 100 });
  const all = await training(ring, size);
  const one = all.at(-1)!;
  return { one, others: all.slice(0, -1), step: one.member.replica.held!.state.step };
}

/** What each way out of the ring begins with. */
const ends: readonly [string, (one: SimulatedReplica) => HostCommand | undefined][] = [
  ['the host removes', ({ id }) => ({ kind: 'kick', peer: id })],
  ['the host unplugs', ({ id }) => ({ kind: 'unplug', peer: id })],
];

test.each(ends)('J8: a replica that %s keeps its state as a fork checkpoint', async (_, command) => {
  const { one, step } = await scene();
  const { lineage } = one.member.membership.view!;
  ring.submit(command(one)!);
  await ring.until('its end', () => one.member.isOver);
  const { forkCheckpoint } = one.member.replica;
  expect(forkCheckpoint?.lineage).toBe(lineage);
  expect(forkCheckpoint!.held.state.step).toBeGreaterThanOrEqual(step);
  expect(one.notices.at(-1)).toMatch(/kept a fork checkpoint|removed|unplugged/);
});

/** The page of a host asks again at each change of the roster. */
async function aloneForAMinute(one: SimulatedReplica, counts = () => true): Promise<number> {
  let lowest = Infinity;
  for (let passed = 0; passed < 60_000; passed += 250) {
    if (!one.member.membership.view) one.member.createRing(config);
    await ring.runFor(250);
    if (counts()) lowest = Math.min(lowest, one.member.state?.step ?? 0);
  }
  return lowest;
}

test('J8: a host’s replica that the ring went on without, then alone, goes on from what it held', async () => {
  const { one, others, step } = await scene();
  for (const other of others) ring.cut(other, one);
  await ring.until('a ring of two', () => others[0].member.membership.view?.members.length === 2);
  for (const other of others) ring.mend(other, one);
  await ring.until('outside', () => one.member.membership.view === undefined);
  expect(one.notices.join('\n')).toMatch(
    /went on without this replica \(generation \d+\): replica 0, replica 1/,
  );
  for (const other of others) ring.kill(other);
  const lowest = await aloneForAMinute(one);
  console.log(`seed ${seed}: held step ${step}, then at least ${lowest}`);
  expect(lowest).toBeGreaterThanOrEqual(step);
  expect(one.member.membership.view?.members).toEqual([one.id]);
  expect(one.steps.at(-1)!.step).toBeGreaterThan(step);
});

test('J8: a replica that its ring evicts keeps its state as a fork checkpoint, and reads who refused it', async () => {
  const { one, others, step } = await scene();
  const { lineage } = one.member.membership.view!;
  for (let offence = 1; !one.member.isOver; offence++) {
    ring.submit({ kind: 'poison', peer: one.id, how: 'nan', at: 'wire' });
    const refused = (): number => others[0].member.state!.offences.filter((each) => !isOrder(each)).length;
    const isJudged = (): boolean => refused() >= offence || one.member.isOver;
    await ring.until(`offence ${offence}`, isJudged);
  }
  expect(one.member.phase).toMatchObject({ error: { code: 'evicted' } });
  const { forkCheckpoint } = one.member.replica;
  expect(forkCheckpoint?.lineage).toBe(lineage);
  expect(forkCheckpoint!.held.state.step).toBeGreaterThanOrEqual(step);
  expect(forkCheckpoint!.held.tensors.parameters.every(Number.isFinite)).toBe(true);
  expect(one.notices.filter((text) => text.includes('refused what replica 2 sent')).length).toBeGreaterThan(
    1,
  );
});

test('J8: a replica that another ring took in and put out again goes on from what it had trained before', async () => {
  const { one, others, step } = await scene();
  for (const other of others) ring.kill(other);
  await ring.until('alone, or without a quorum', () => one.member.membership.phase.kind !== 'steady');
  const { replica, membership } = one.member;
  membership.goOutside(unexpected('a stranger’s ring lets it in'));
  const own = replica.forkCheckpoint!;
  expect(own.held.state.step).toBeGreaterThanOrEqual(step);
  // The state that it held of the other ring has fewer examples, which it trained too.
  const { held } = own;
  const state = { ...held.state, step: 1, examples: 8, version: 2 };
  const tensors = { ...held.tensors, parameters: held.tensors.parameters.map(() => 0) };
  replica.become(hold(storeState(state, tensors)));
  expect(replica.keepForkCheckpoint('ffffffff')?.held.state.step).toBe(1);
  expect(replica.forkCheckpoint).toBe(own);
  replica.become(leaveView(replica.participation));
  const lowest = await aloneForAMinute(one, () => one.member.membership.view !== undefined);
  console.log(`seed ${seed}: held step ${step}, then at least ${lowest}`);
  expect(lowest).toBeGreaterThanOrEqual(step);
  expect(one.steps.at(-1)!.step).toBeGreaterThan(step);
});

test('J8a: back in its ring at a later step, it holds no fork checkpoint any more', async () => {
  const { one, others } = await scene();
  const forks: number[] = [];
  one.member.on('fork', ({ held }) => forks.push(held.state.step));
  for (const other of others) ring.cut(other, one);
  await ring.until('a ring of two', () => others[0].member.membership.view?.members.length === 2);
  for (const other of others) ring.mend(other, one);
  await ring.until('outside', () => one.member.membership.view === undefined);
  expect(one.member.replica.forkCheckpoint).toBeDefined();
  const before = one.steps.length;
  await ring.until('back', () => one.steps.length > before + 3);
  expect(one.member.replica.forkCheckpoint).toBeUndefined();
  expect(forks).toHaveLength(1);
});

test('J8: a guest that was never current keeps nothing, whole or in part', async () => {
  await scene();
  const newcomer = ring.add();
  const forks: ForkCheckpoint[] = [];
  newcomer.member.on('fork', (fork) => forks.push(fork));
  await ring.until('it catches up', () => newcomer.member.replica.participation.kind === 'catching-up');
  ring.submit({ kind: 'kick', peer: newcomer.id });
  await ring.until('its end', () => newcomer.member.isOver);
  expect([forks, newcomer.member.replica.forkCheckpoint, newcomer.member.replica.held]).toEqual([
    [],
    undefined,
    undefined,
  ]);
});

test('J8c: a removed member that goes on asking gets no state, though the view is older and its link open', async () => {
  const { one, others } = await scene();
  const [first] = others;
  const { digest } = first.member.replica.held!;
  let given = 0;
  one.member.hub.handle('state', ({ consume }) => {
    given++;
    consume();
  });
  const ask = (): void =>
    one.member.hub.sendJson(first.id, 'request', {
      kind: 'manifest',
      digest: first.member.replica.held?.digest ?? digest,
    });
  ask();
  await ring.runFor(50);
  expect(given).toBeGreaterThan(0);
  // The replica’s own copy of the command does not reach it: it stays, and asks in the view that still has it.
  one.member.hub.handle('command', ({ consume }) => consume());
  ring.submit({ kind: 'kick', peer: one.id }, first);
  expect(first.member.membership.view!.members).toContain(one.id);
  expect(first.member.share.options.isWelcome(one.id)).toBe(false); // the host's data; the door is open
  given = 0;
  for (let passed = 0; passed < 5_000 && !one.member.isOver; passed += 50) {
    ask();
    await ring.runFor(50);
  }
  expect(given).toBe(0);
});
