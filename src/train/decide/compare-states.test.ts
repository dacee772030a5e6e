// T13: which state counts, for all that one member of four or more may claim.
import { expect, test } from 'vitest';
import { digestOf, recordOf } from '../testing/samples';
import { compareStates } from './compare-states';

type Claim = readonly [version: number, digest?: number, status?: 'current' | 'catching-up' | 'empty'];

function agreed(...claims: readonly Claim[]) {
  const records = claims.map(([version, digest = version, status = 'current']) =>
    recordOf({ status, version, digest: digestOf(digest) }),
  );
  const state = compareStates(records);
  return state && [state.version, parseInt(state.digest, 16), state.sources, state.targets];
}

test('T13: of four or more one alone is not newer', () => {
  expect(agreed([9], [9], [9], [1e6])).toEqual([9, 9, [0, 1, 2], [3]]);
  expect(agreed([10], [9], [9], [9])).toEqual([9, 9, [1, 2, 3], [0]]);
  expect(agreed([10], [9], [9], [9], [10])).toEqual([9, 9, [1, 2, 3], [0, 4]]);
  expect(agreed([1e6], [10], [10], [9], [9])).toEqual([10, 10, [1, 2], [0, 3, 4]]);
});

test('T13: of four or more one alone is not older', () => {
  expect(agreed([9], [9], [9], [1])).toEqual([9, 9, [0, 1, 2], [3]]);
  expect(agreed([10], [10], [9], [1])).toEqual([9, 9, [2], [0, 1, 3]]);
});

test('T13: a digest that one alone shows does not count where two show another', () => {
  expect(agreed([9, 7], [9, 1], [9, 1], [9, 2])).toEqual([9, 1, [1, 2], [0, 3]]);
  expect(agreed([9, 1], [9, 2], [9, 2], [9, 1])).toEqual([9, 1, [0, 3], [1, 2]]);
});

test('T13: of two holders that counts which most of those that catch up follow', () => {
  const following: readonly Claim[] = [
    [9, 9, 'catching-up'],
    [9, 9, 'catching-up'],
  ];
  expect(agreed([1e6], [9], ...following)?.[0]).toBe(9);
  expect(agreed([1], [9], ...following)?.[0]).toBe(9);
});

test('T13: of two or three the newest counts, but none that is more than one decision ahead of all others', () => {
  expect(agreed([9], [10])).toEqual([10, 10, [1], [0]]);
  expect(agreed([9], [1e6])).toEqual([9, 9, [0], [1]]);
  expect(agreed([9], [10], [9])).toEqual([10, 10, [1], [0, 2]]);
  expect(agreed([9], [1e6], [9])).toEqual([9, 9, [0, 2], [1]]);
  expect(agreed([1e6], [0, 0, 'empty'])).toEqual([1e6, 1e6, [0], [1]]);
});

test('T13, E0: the member that makes the first parameters is a decision ahead of all, and counts', () => {
  const records = [10, 9, 9, 9].map((version) => recordOf({ version, digest: digestOf(version) }));
  const members = ['a', 'b', 'c', 'd'];
  const begun = { version: 9, initialized: false, plan: null, status: 'lobby' } as const;
  expect(compareStates(records, begun, members)?.version).toBe(10);
  expect(compareStates(records, { ...begun, version: 10, initialized: true }, members)?.version).toBe(10);
  expect(compareStates(records, { ...begun, initialized: true }, members)?.version).toBe(9);
  const resumes = { member: 'b', digest: digestOf(1) };
  expect(compareStates(records, { ...begun, resumes }, members)?.version).toBe(9);
});

test('T13a: who alone has come to a decision before the first plan goes back, and does not think that it began the run', () => {
  const members = ['a', 'b', 'c', 'd'];
  for (const ahead of [0, 3]) {
    const records = members.map((_, rank) => {
      const version = rank === ahead ? 10 : 9;
      return recordOf({ version, digest: digestOf(version) });
    });
    const started = { version: 10, initialized: true, plan: null, status: 'running' } as const;
    expect(compareStates(records, started, members, true)).toMatchObject({ version: 9, targets: [ahead] });
  }
});
