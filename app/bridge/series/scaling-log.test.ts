import { expect, test } from 'vitest';
import type { PeerStatus, StepRecord } from '../../../src/replica/protocol';
import { ContributionLog } from './contribution-log';
import { ScalingLog } from './scaling-log';

/** `stages`: members, steps, ms of each step; every member brings 32 examples. */
function records(stages: readonly (readonly [members: number, steps: number, ms: number])[]): StepRecord[] {
  let [step, atMs] = [0, 1_700_000_000_000];
  return stages.flatMap(([worldSize, steps, ms], generation) =>
    Array.from({ length: steps }, () => {
      atMs += ms;
      const contributions = Object.fromEntries(Array.from({ length: worldSize }, (_, i) => [`p${i}`, 32]));
      return { step: ++step, atMs, worldSize, generation, effectiveBatch: 32 * worldSize, contributions } as unknown as StepRecord; // prettier-ignore
    }),
  );
}

test('each size has its rate, beside that of the smallest ring times its growth', () => {
  const log = new ScalingLog();
  for (const record of records([[1, 30, 10], [2, 30, 12], [4, 30, 16], [2, 40, 10]])) log.push(record); // prettier-ignore
  expect(
    log.points.map(({ worldSize, perSecond, ideal }) => [worldSize, Math.round(perSecond), ideal]),
  ).toEqual([
    [1, 3200, 3200],
    // Most of the last 50 steps took 10 ms.
    [2, 6400, 6400],
    [4, 8000, 12_800],
  ]);
});

test('the pause between two rings is no step of either, and a few steps are no figure', () => {
  const log = new ScalingLog();
  const [first, second] = [records([[1, 30, 10]]), records([[1, 30, 10], [2, 9, 12]]).slice(30)]; // prettier-ignore
  for (const record of first) log.push(record);
  log.push({ ...second[0], atMs: second[0].atMs + 60_000 });
  for (const record of second.slice(1)) log.push(record);
  expect(log.points.map(({ worldSize }) => worldSize)).toEqual([1]);
});

test('a new run starts over', () => {
  const log = new ScalingLog();
  for (const record of [...records([[3, 30, 10]]), ...records([[2, 30, 10]])]) log.push(record);
  expect(log.points.map(({ worldSize }) => worldSize)).toEqual([2]);
});

test('contributions add up to the examples of all steps, of those who left too', () => {
  const log = new ContributionLog((id) => `name ${id}`);
  const all = records([[1, 5, 10], [3, 10, 10], [2, 5, 10]]); // prettier-ignore
  const peer = (id: string): PeerStatus => ({ id, isSelf: id === 'p0' }) as PeerStatus;
  log.see(['p0', 'p1', 'p2'].map(peer));
  for (const record of all) log.push(record);
  log.see(['p0', 'p1'].map(peer));
  expect(log.contributions).toEqual([
    { id: 'p0', name: 'name p0', isSelf: true, isHere: true, count: 640 },
    { id: 'p1', name: 'name p1', isSelf: false, isHere: true, count: 480 },
    { id: 'p2', name: 'name p2', isSelf: false, isHere: false, count: 320 },
  ]);
  const total = all.reduce((sum, record) => sum + record.effectiveBatch, 0);
  expect(log.contributions.reduce((sum, { count }) => sum + count, 0)).toBe(total);
});
