// S26: what a receiver allows of a part that comes in pieces.
import { expect, test } from 'vitest';
import { boundedPartJudge } from './part-judge';

const [a, b] = ['aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'];
const judgeOf = (limit: number, isPerBucket = false) =>
  boundedPartJudge({ limit, terms: { [a]: 4, [b]: 2 }, isPerBucket });
const piece = (length: number): Float32Array => Float32Array.of(length, 0, 0);

test('S26: the squares of all segments and buckets count together', () => {
  const judge = judgeOf(10);
  // 40 in all: 24² + 32² = 40².
  expect(judge(piece(24), [a], 0)).toBeUndefined();
  expect(judge(piece(31.9), [a], 1)).toBeUndefined();
  expect(judge(piece(10), [b], 0)).toBeUndefined();
  expect(judge(piece(5), [a], 0)).toBe('sent a part beyond the bound');
});

test('S26: the order in which segments come changes nothing', () => {
  const pieces = Array.from({ length: 300 }, (_, i) => piece(1 + ((i * 37) % 11) / 7));
  const squares = pieces.reduce((sum, [first]) => sum + first * first, 0);
  const refusedOf = (order: readonly Float32Array[], limit: number): boolean => {
    const judge = judgeOf(limit);
    return order.map((each) => judge(each, [a], 0)).some((why) => why !== undefined);
  };
  const limit = Math.sqrt(squares) / 4;
  for (const factor of [1 - 1e-12, 1, 1 + 1e-12, 1 + 1e-9])
    expect(refusedOf(pieces, limit * factor)).toBe(refusedOf([...pieces].reverse(), limit * factor));
  expect([refusedOf(pieces, limit * 0.999), refusedOf(pieces, limit * 1.001)]).toEqual([true, false]);
});

test('S25, S26: before a usual norm is known nothing but zeros may come; nor from who announced nothing', () => {
  expect(judgeOf(0)(piece(1e-30), [a], 0)).toBeDefined();
  expect(judgeOf(0)(piece(0), [a], 0)).toBeUndefined();
  expect(judgeOf(10)(piece(1), ['cccccccccccccccc'], 0)).toBeDefined();
});

test('S25a: each of PowerSGD’s messages has the whole bound', () => {
  const judge = judgeOf(10, true);
  expect([judge(piece(39), [a], 0), judge(piece(39), [a], 1)]).toEqual([undefined, undefined]);
  expect(judge(piece(10), [a], 1)).toBeDefined();
});
