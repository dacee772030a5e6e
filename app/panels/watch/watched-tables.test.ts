import { expect, test } from 'vitest';
import { lossName } from '../../bridge/words/ring-figures';
import { lossTable, lossWords, ringTable, splitTable } from './watched-tables';

test('the loss: its first and last point in a sentence, and all points, the newest first', () => {
  const picture = {
    curve: [
      [1, 0.6931],
      [2, 0.5],
      [3, 0.0421],
    ] as [number, number][],
    loss: 0.0421,
  };
  expect(lossWords(picture)).toBe('Training loss from step 1 to 3: 0.693 to 0.0421.');
  expect(lossName(picture)).toBe('Loss');
  expect(lossTable(picture)).toEqual({
    columns: ['Step', 'Loss'],
    rows: [
      ['3', '0.0421'],
      ['2', '0.500'],
      ['1', '0.693'],
    ],
  });
  expect(lossWords({ curve: [] })).toBeUndefined();
});

test('a point that is the mean of several steps is called so', () => {
  const curve = [16, 32, 48, 64].map((step): [number, number] => [step, 1 / step]);
  expect(lossWords({ curve, loss: 1 / 64 })).toMatch(/ Each point is the mean of about 16 steps\.$/);
  expect([lossName({ curve }), lossTable({ curve }).columns[1]]).toEqual(['Mean loss', 'Mean loss']);
});

test('the ring: each place with its state and the rate to the next, while the room stands', () => {
  const ring = [
    { rank: 0, state: 'member' },
    { rank: 1, state: 'left-out' },
  ] as const;
  const edges = [2_000_000, null];
  expect(ringTable({ ring: [...ring], edges })).toEqual({
    columns: ['Rank', 'State', 'To the next'],
    rows: [
      ['0', 'in the ring', '2.00\u00a0MB/s'],
      ['1', 'left out of the last sum', '–'],
    ],
  });
  expect(ringTable({ ring: [...ring], edges, isEnded: true }).columns).toEqual(['Rank', 'To the next']);
  expect(ringTable({ ring: [ring[0]], edges: [] })).toEqual({
    columns: ['Rank', 'State'],
    rows: [['0', 'in the ring']],
  });
});

test('the time: each part with its share, and the whole step', () => {
  const { rows } = splitTable({ computeMs: 60, overlappedMs: 20, exposedMs: 10, waitingMs: 10, otherMs: 0 });
  expect(rows.map(([, ms, share]) => [ms, share])).toEqual([
    ['60.0\u00a0ms', '60\u00a0%'],
    ['20.0\u00a0ms', '20\u00a0%'],
    ['10.0\u00a0ms', '10\u00a0%'],
    ['10.0\u00a0ms', '10\u00a0%'],
    ['0\u00a0ms', '0\u00a0%'],
    ['100\u00a0ms', '100\u00a0%'],
  ]);
});
