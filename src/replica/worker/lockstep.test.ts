// Whether the members agree, from records written by hand.
import { expect, test } from 'vitest';
import type { HeaderRecord } from '../../train/header/header-record';
import { recordOf } from '../../train/testing/samples';
import { digestOf, lockstepOf, newestVersion } from './lockstep';

const [a, b] = ['a'.repeat(16), 'b'.repeat(16)];
const holds = (version: number, digest: string): HeaderRecord =>
  recordOf({ status: 'current', version, digest });
const follows = (version: number, digest: string): HeaderRecord =>
  recordOf({ status: 'catching-up', version, digest });
const empty = recordOf({ status: 'empty', version: 0, digest: '0'.repeat(16) });

test('members with one digest agree, and two digests at one version disagree', () => {
  expect(lockstepOf([holds(4, a), holds(4, a), holds(4, a)])).toBe('agreed');
  expect(lockstepOf([holds(4, a), holds(4, b), holds(4, a)])).toBe('disagreed');
});

test('members that missed the last step hold an older state: nothing disagrees', () => {
  expect(lockstepOf([holds(4, a), holds(4, a), holds(5, b)])).toBe('agreed');
  expect(lockstepOf([holds(5, b), holds(4, a), holds(5, a)])).toBe('disagreed');
});

test('a member that catches up announces a digest that it does not hold', () => {
  expect(lockstepOf([follows(5, b), holds(5, a)])).toBe('agreed');
  expect(lockstepOf([follows(5, b), empty])).toBe('checking');
});

test('one member is alone; without a record of each member nothing is known', () => {
  expect(lockstepOf([holds(5, a)])).toBe('alone');
  expect(lockstepOf([holds(5, a), undefined])).toBe('checking');
  expect(lockstepOf([])).toBe('checking');
});

test('only a member with the newest state shows its digest', () => {
  expect(newestVersion([holds(4, a), follows(6, b), holds(5, b)])).toBe(5);
  expect(newestVersion([])).toBe(0);
  expect([holds(5, b), holds(4, a), follows(5, b), undefined].map((record) => digestOf(record, 5))).toEqual([
    b,
    undefined,
    undefined,
    undefined,
  ]);
});
