// C2g: who shares a machine, from what records say of each other.
import { expect, test } from 'vitest';
import { prng, permutation } from '../../base/prng';
import { newRun } from '../run/run-state';
import { stepPath } from '../run/step-path';
import { plainMachines } from '../testing/plain-machines';
import { testConfig } from '../testing/real-ring';
import { headerOf, ids, recordOf, viewOf } from '../testing/samples';
import { machinesAmong } from './machines';

/** `mates`: by rank, the ranks that it says to share its machine with. */
const headerSaying = (mates: readonly (readonly number[])[], ring = [...mates.keys()]) => {
  const view = { ...viewOf(ids.slice(0, mates.length)), ring };
  const bits = (of: readonly number[]): number => of.reduce((sum, rank) => sum + 2 ** rank, 0);
  return headerOf(
    view,
    mates.map((of) => recordOf({ machineMates: bits(of) })),
  );
};

test('two that say so of each other are a group, by position around the ring', () => {
  expect(machinesAmong(headerSaying([[1], [0], [3], [2]]))).toEqual([0, 0, 1, 1]);
  expect(machinesAmong(headerSaying([[1], [0], [3], [2]], [0, 2, 1, 3]))).toEqual([0, 1, 0, 1]);
  expect(machinesAmong(headerSaying([[], [2], [1]]))).toEqual([0, 1, 1]);
});

test('the claim of one alone draws nobody into a group', () => {
  expect(machinesAmong(headerSaying([[1, 2, 3], [], [], []]))).toBeUndefined();
  expect(machinesAmong(headerSaying([[0, 1, 2, 3, 4, 5, 6, 7], [2], [1]]))).toEqual([0, 1, 1]);
});

test('over a third, two are in one group', () => {
  expect(machinesAmong(headerSaying([[2], [2], [0, 1], []]))).toEqual([0, 0, 0, 1]);
  expect(machinesAmong(headerSaying([[3], [2], [1, 3], [0, 2], []]))).toEqual([0, 0, 0, 0, 1]);
});

test('all alone, or all on one machine: there is one level', () => {
  expect(machinesAmong(headerSaying([[], [], []]))).toBeUndefined();
  expect(machinesAmong(headerSaying([[1], [0, 2], [1]]))).toBeUndefined();
  expect(machinesAmong(headerSaying([[]]))).toBeUndefined();
});

test('as the oracle finds them, in 500 draws', () => {
  const random = prng('machines', 1);
  let grouped = 0;
  for (let draw = 0; draw < 500; draw++) {
    const size = 1 + random.below(8);
    const mates = Array.from({ length: size }, () =>
      [...Array(8).keys()].filter(() => random.below(3) === 0),
    );
    const ring = [...permutation(size, random)];
    const found = machinesAmong(headerSaying(mates, ring));
    expect(found?.join('')).toBe(plainMachines((rank, other) => mates[rank].includes(other), ring));
    if (found) grouped++;
  }
  expect(grouped).toBeGreaterThan(100);
});

test('the path of a step holds the groups; around the ring where a link is missing or two are kept apart', () => {
  const buckets = { ...testConfig.buckets, topology: 'two-levels', gatherBytes: 0 } as const;
  const { config } = newRun({ ...testConfig, buckets });
  const view = viewOf(ids.slice(0, 4));
  const machines = [0, 0, 1, 1];
  expect(stepPath(buckets, view, config, { machines })).toBe('two-levels:0011');
  expect(stepPath(buckets, view, config), 'nobody shares a machine').toBe('two-levels');
  expect(stepPath(buckets, view, config, { machines, isMeshed: false })).toBe('ring');
  expect(stepPath(buckets, view, config, { machines, isApart: true })).toBe('ring');
  expect(stepPath(buckets, view, config, { machines, hasStalled: true })).toBe('gathered');
  expect(stepPath({ ...buckets, topology: 'direct' }, view, config, { machines })).toBe('direct');
});
