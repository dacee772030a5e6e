import { expect, test } from 'vitest';
import { nickname } from '../../../src/base/nickname';
import { ringNames } from './ring-names';

/** Wider than most letters are at this size. */
const widthOf = (text: string): number => 6.8 * text.length;
const nicknames = (count: number) => Array.from({ length: count }, (_, seed) => nickname(seed));

test.each([2, 3, 4, 5, 8, 10])('the nicknames of %i members stand whole', (count) => {
  const names = [...nicknames(count - 1), 'Clever Bunting'];
  expect(ringNames(names, widthOf).map((name) => name.replace('\n', ' '))).toEqual(names);
});

test('16 members have names, most of them whole', () => {
  const names = nicknames(16);
  const set = ringNames(names, widthOf);
  expect(set.filter((name) => name === '')).toEqual([]);
  expect(set.filter((name, at) => name.replace('\n', ' ') === names[at]).length).toBeGreaterThanOrEqual(14);
});

test('a long name is cut to the room that it has, and keeps its place', () => {
  const [, long] = ringNames(['you', 'W'.repeat(32), 'Calm Heron', 'Wise Owl'], widthOf);
  expect(long).toMatch(/^W{8,12}…$/);
});
