import { expect, test } from 'vitest';
import { besideIn, mostBeside, sharedDevices } from './shared-devices';

const ids = ['a', 'b', 'c', 'd', 'e'];
const by = (said: Readonly<Record<string, readonly string[]>>) => (id: string) => said[id] ?? [];

test('H18: a hello names only replicas of this room, and no more than a peer takes', () => {
  expect(besideIn(['x', 'c', 'b'], ['a', 'b', 'c'])).toEqual(['b', 'c']);
  const many = Array.from({ length: 40 }, (_, at) => `${at}`.padStart(2, '0'));
  expect(besideIn(many, many)).toHaveLength(mostBeside);
});

test('H18: what this replica knows counts, before the other has said it too', () => {
  expect(sharedDevices(ids, 'a', by({ a: ['c'] }))).toEqual([['a', 'c']]);
});

test('H18: of others it counts only where both say it', () => {
  expect(sharedDevices(ids, 'a', by({ b: ['c'] }))).toEqual([]);
  expect(sharedDevices(ids, 'a', by({ b: ['c', 'd'], c: ['b'], d: [] }))).toEqual([['b', 'c']]);
});

test('H18: nobody names itself beside this replica', () => {
  expect(sharedDevices(ids, 'a', by({ b: ['a', 'c'], c: ['a'] }))).toEqual([]);
});

test('H18: groups are whole, each once, and those who left are in none', () => {
  const said = { a: ['b', 'c'], b: ['a', 'c'], c: ['a', 'b'], d: ['e'], e: ['d', 'gone'], gone: ['e'] };
  expect(sharedDevices(ids, 'a', by(said))).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ]);
});
