// T2: a block that is longer than a frame.
import { expect, test } from 'vitest';
import { BlockPieces } from './block-pieces';

const bytes = (...values: number[]) => Uint8Array.from(values);

test('pieces in order make the block', () => {
  const pieces = new BlockPieces(5);
  expect(pieces.take(0, bytes(1, 2))).toBe('more');
  expect(pieces.take(2, bytes(3, 4))).toBe('more');
  expect(pieces.take(4, bytes(5))).toBe('whole');
  expect(pieces.bytes).toEqual(bytes(1, 2, 3, 4, 5));
});

test.each([
  ['out of order', 1, bytes(1)],
  ['too long', 0, bytes(1, 2, 3, 4, 5, 6)],
  ['empty', 0, bytes()],
])('a piece that is %s is wrong', (_, offset, piece) => {
  expect(new BlockPieces(5).take(offset, piece)).toBe('wrong');
});

test('a piece again, or beyond the end, is wrong', () => {
  const pieces = new BlockPieces(5);
  pieces.take(0, bytes(1, 2, 3));
  expect(pieces.take(0, bytes(1, 2, 3))).toBe('wrong');
  expect(pieces.take(3, bytes(4, 5, 6))).toBe('wrong');
});
