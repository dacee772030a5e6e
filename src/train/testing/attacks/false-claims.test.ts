// S24, H25, T14: members bring their own examples, and one of them says what is not true: that it has ten thousand times as
// many as it has, or another member's fingerprint. Seeds are in the titles.
import { afterEach, expect, test } from 'vitest';
import { pointDataset } from '../../../data/points';
import type { RunConfig } from '../../run/run-config';
import { testConfig } from '../real-ring';
import { SimulatedRing, type SimulatedReplica } from '../simulated-ring';
import { sayFalsely } from './false-record';

const sizes = [300, 300, 300, 300];
const datasets = sizes.map((size, index) => pointDataset('moons', size, 0.1, 100 + index));
/** A test may give two replicas the same data. */
afterEach(() => void (datasets.length = sizes.length));

const config: RunConfig = {
  ...testConfig,
  data: {
    ...{ kind: 'idx', name: 'points', sha256: 'ab'.repeat(32), own: true },
    ...{ examples: 300, inputShape: [2], classes: 2 },
  },
  validationExamples: 30,
  ...{ localBatch: 8, optimizer: { kind: 'sgd' }, learningRate: 0.1, steps: 1_000, evaluateEvery: 5 },
};

async function ringOf(size: number, seed: number): Promise<SimulatedRing> {
  const ring = new SimulatedRing({ seed, config, dataset: (_, index) => datasets[index % datasets.length] });
  for (let i = 0; i < size; i++) ring.add();
  await ring.formed(size);
  return ring;
}

const bySeniority = (ring: SimulatedRing): SimulatedReplica[] => {
  const { members } = ring.living[0].member.membership.view!;
  return ring.living.toSorted((a, b) => members.indexOf(a.id) - members.indexOf(b.id));
};
const partOf = (seen: SimulatedReplica, of: SimulatedReplica): number =>
  seen.steps.at(-1)!.contributions[of.id] ?? 0;

test('S24 seed 51: a claim of 10⁸ examples takes twice an equal share, until the host agrees', async () => {
  const ring = await ringOf(4, 51);
  const [first, , liar] = bySeniority(ring);
  sayFalsely(liar, (record) => ({ ...record, own: { ...record.own!, examples: 1e8 } }));
  ring.submit({ kind: 'start' });
  await ring.until('steps', () => first.steps.length >= 12);
  console.log(`seed 51: ${partOf(first, liar)} of 32 examples for a claim of 10⁸`);
  expect(partOf(first, liar)).toBe(16);
  // H25: the host sees the claim, and agrees.
  ring.submit({ kind: 'trust-claim', peer: liar.id, examples: 1e8 });
  await ring.until('the host’s word', () => partOf(first, liar) === 29);
  // It counts for so many examples of this member, and no more.
  expect(first.member.replica.held!.state.room!.trusted).toEqual([{ member: liar.id, examples: 1e8 }]);
  ring.verify();
  await ring.end();
});

test('T14 seed 52: a senior member that repeats another’s fingerprint, and its proof, silences nobody', async () => {
  const ring = await ringOf(4, 52);
  const [first, liar, victim] = bySeniority(ring);
  ring.submit({ kind: 'start' });
  await ring.until('steps', () => first.steps.length >= 4);
  const { own } = victim.member.replica.device;
  sayFalsely(liar, (record) => ({ ...record, own: { ...record.own!, ...own, examples: 270 } }));
  const before = first.steps.length;
  await ring.until('more steps', () => first.steps.length >= before + 20);
  for (const { contributions } of first.steps.slice(before)) expect(contributions[victim.id]).toBe(8);
  expect(first.member.replica.held!.state.own!.length).toBeGreaterThan(2);
  ring.verify();
  await ring.end();
});

test('T14 seed 53: a member that repeats the fingerprint of one that went does not keep it out', async () => {
  const ring = await ringOf(4, 53);
  const [first, liar, gone] = bySeniority(ring);
  ring.submit({ kind: 'start' });
  await ring.until('steps', () => first.steps.length >= 4);
  const { own } = gone.member.replica.device;
  const index = ring.replicas.indexOf(gone);
  ring.kill(gone);
  await ring.until('three', () => ring.isOneRing(3));
  sayFalsely(liar, (record) => ({ ...record, own: own! }));
  // It comes back under another id.
  datasets.push(datasets[index]);
  const back = ring.add();
  await ring.until('it is back', () => back.steps.length >= 6);
  expect(partOf(back, back)).toBe(8);
  ring.verify();
  await ring.end();
});

test('T14 seed 54: two tabs of one person with the same data still count once, and each is told so', async () => {
  datasets.push(datasets[3]);
  const ring = await ringOf(5, 54);
  datasets.length = 4;
  ring.submit({ kind: 'start' });
  const [first] = bySeniority(ring);
  await ring.until('steps', () => first.steps.length >= 8);
  const twins = bySeniority(ring).filter((one) => [3, 4].includes(ring.replicas.indexOf(one)));
  expect(twins.map((twin) => partOf(first, twin) > 0)).toEqual([true, false]);
  // The senior one goes: the junior one takes its data on.
  ring.kill(twins[0]);
  await ring.until(
    'it takes them on',
    () => bySeniority(ring)[0].steps.at(-1)!.contributions[twins[1].id] > 0,
  );
  ring.verify();
  await ring.end();
});
