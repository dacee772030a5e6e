import { expect, test } from 'vitest';
import { prng } from '../base/prng';
import { blobShelf } from './byte-shelf';
import { JoinedPieces } from './joined-pieces';

test('pieces of any length are joined in order, and passed on a MiB at a time', async () => {
  const random = prng('joined pieces');
  const passed: number[] = [];
  const shelf = blobShelf();
  const joined = new JoinedPieces({
    append(bytes) {
      passed.push(bytes.length);
      shelf.append(bytes);
    },
    finish: () => shelf.finish(),
  });
  const all: number[] = [];
  for (const length of [0, 1, 5, 2 ** 20 - 6, 1, 3 * 2 ** 20 + 7, ...Array.from({ length: 200 }, () => 90)]) {
    const piece = Uint8Array.from({ length }, () => random.below(256));
    joined.append(piece);
    for (const byte of piece) all.push(byte);
    piece.fill(0); // it was copied
  }
  const bytes = new Uint8Array(await (await joined.finish()).arrayBuffer());
  expect(joined.length).toBe(all.length);
  expect(Buffer.from(bytes).equals(Buffer.from(all))).toBe(true);
  expect(passed).toEqual([2 ** 20, 2 ** 20, 2 ** 20, 2 ** 20, all.length - 4 * 2 ** 20]);
  expect((await new JoinedPieces().finish()).size).toBe(0);
});
