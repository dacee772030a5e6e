import { expect, test } from 'vitest';
import * as v from 'valibot';
import { readMoves, sumMessage, writeMoves } from './sum-message';
import type { ToldMove } from './sum-record';

const key = { run: 3, step: 12, generation: 2 };
const moves: readonly ToldMove[] = [
  { kind: 'add-left', bucket: 0, chunk: 1, other: 2, atMs: 1000.123, bytes: 0 },
  { kind: 'copy-came', bucket: 7, chunk: 63, other: 0, atMs: 1040.456, bytes: 65_536 },
];
const sent = writeMoves(key, moves);
const isTaken = (message: unknown): boolean => v.is(sumMessage, JSON.parse(JSON.stringify(message)));

test('T15 what a member tells is written and read again, on the reader’s clock', () => {
  expect(isTaken(sent)).toBe(true);
  expect(readMoves(sent, 250)).toEqual(
    moves.map((each) => ({ ...each, atMs: expect.closeTo(each.atMs - 250, 2) as number })),
  );
  expect(isTaken(writeMoves(key, []))).toBe(true);
});

test('T15 a malformed message is refused', () => {
  const [first] = sent.moves;
  const longer = (count: number): unknown[] => Array.from({ length: count }, () => first);
  const put = (at: number, value: unknown): object => ({ moves: [first.with(at, value as number)] });
  expect(isTaken({ ...sent, moves: longer(512) })).toBe(true);
  for (const change of [
    { step: 0 },
    { run: -1 },
    { generation: 1.5 },
    { startMs: null },
    { startMs: '7' },
    { moves: longer(513) },
    { moves: [first.slice(1)] },
    { moves: [[...first, 0]] },
    put(0, 4), // no such kind
    put(1, 8), // more buckets than are shown
    put(2, 64), // more chunks than members
    put(3, 64),
    put(3, -1),
    put(4, 3_600_000 * 100),
    put(4, 0.5),
    put(5, 2 ** 60),
    put(5, '1'),
    { more: true },
  ])
    expect(isTaken({ ...sent, ...change }), JSON.stringify(change)).toBe(false);
  expect(isTaken({ kind: 'ask', ...key })).toBe(true);
  for (const message of [
    null,
    [],
    'ask',
    { kind: 'ask' },
    { kind: 'ask', ...key, step: '1' },
    { ...key, kind: 'tell' },
  ])
    expect(isTaken(message), JSON.stringify(message)).toBe(false);
});
