// J8: whatever takes a trained replica out of its ring, its state stays with it, and it begins no run over it. A replica that
// the host removed is given nothing more.
import { afterEach, expect, test } from 'vitest';
import type { HostCommand } from '../../commands/host-command';
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
async function aloneForAMinute(one: SimulatedReplica): Promise<number> {
  let lowest = Infinity;
  for (let passed = 0; passed < 60_000; passed += 250) {
    if (!one.member.membership.view) one.member.createRing(config);
    await ring.runFor(250);
    lowest = Math.min(lowest, one.member.state?.step ?? 0);
  }
  return lowest;
}

test('J8: a host’s replica that the ring went on without, then alone, goes on from what it held', async () => {
  const { one, others, step } = await scene();
  for (const other of others) ring.cut(other, one);
  await ring.until('a ring of two', () => others[0].member.membership.view?.members.length === 2);
  for (const other of others) ring.mend(other, one);
  await ring.until('outside', () => one.member.membership.view === undefined);
  for (const other of others) ring.kill(other);
  const lowest = await aloneForAMinute(one);
  console.log(`seed ${seed}: held step ${step}, then at least ${lowest}`);
  expect(lowest).toBeGreaterThanOrEqual(step);
  expect(one.member.membership.view?.members).toEqual([one.id]);
  expect(one.steps.at(-1)!.step).toBeGreaterThan(step);
});
