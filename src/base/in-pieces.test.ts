import { expect, test } from 'vitest';
import { inPieces, mapInPieces } from './in-pieces';
import { PiecesClock } from './testing/pieces-clock';

test('work is interrupted after 10 ms, at the next place where it may be', async () => {
  const pieces = new PiecesClock();
  function* work(): Generator<undefined, string> {
    for (let step = 0; step < 100; step++) {
      pieces.took(3);
      yield;
    }
    return 'done';
  }
  expect(await inPieces(work(), pieces)).toBe('done');
  expect(pieces.longestMs).toBe(12);
  expect(pieces.pauses).toBe(25);
});

test('work that takes no time is not interrupted', async () => {
  const pieces = new PiecesClock();
  expect(await mapInPieces([1, 2, 3], (item) => 2 * item, pieces)).toEqual([2, 4, 6]);
  expect(pieces.pauses).toBe(0);
});

test('an error of the work is its own', async () => {
  const broken = mapInPieces([1], () => {
    throw new RangeError('no memory');
  });
  await expect(broken).rejects.toThrow(new RangeError('no memory'));
});
