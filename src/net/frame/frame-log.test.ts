import { expect, test } from 'vitest';
import { emptyHeader, encodeFrame, type FrameHeader } from './frame';
import { FrameLog } from './frame-log';

const frame = (header: Partial<FrameHeader> & Pick<FrameHeader, 'type'>, payload = 0): Uint8Array =>
  encodeFrame({ ...emptyHeader, ...header }, new Uint8Array(payload));

test('keeps the last headers in order, and counts all frames per peer, direction and type', () => {
  let nowMs = 0;
  const log = new FrameLog(() => nowMs, 5);
  for (let i = 0; i < 12; i++) {
    nowMs = i;
    const bytes = frame(
      { type: i % 2 ? 'reduce' : 'record', generation: 3, round: i, step: 7, bucket: 2 },
      i,
    );
    log.note(i % 3 ? 'sent' : 'received', i % 2 ? 'ann' : 'bob', bytes);
  }
  expect(log.recent().map(({ atMs, round, bytes }) => [atMs, round, bytes])).toEqual(
    [7, 8, 9, 10, 11].map((i) => [i, i, 40 + i]),
  );
  expect(log.recent()[2]).toEqual({
    atMs: 9,
    direction: 'received',
    peer: 'ann',
    type: 'reduce',
    generation: 3,
    round: 9,
    step: 7,
    bucket: 2,
    bytes: 49,
  });
  expect(log.counts()).toEqual([
    { peer: 'bob', direction: 'sent', type: 'record', count: 4, lastMs: 10 },
    { peer: 'bob', direction: 'received', type: 'record', count: 2, lastMs: 6 },
    { peer: 'ann', direction: 'sent', type: 'reduce', count: 4, lastMs: 11 },
    { peer: 'ann', direction: 'received', type: 'reduce', count: 2, lastMs: 9 },
  ]);
});

test('other messages are left out; a frame inside a larger buffer is read in place', () => {
  const log = new FrameLog(() => 1, 5);
  log.note('received', 'ann', new Uint8Array(12));
  log.note('received', 'ann', new Uint8Array(60).fill(200));
  const whole = new Uint8Array(100);
  whole.set(frame({ type: 'state', step: 9 }), 24);
  log.note('received', 'ann', whole.subarray(24, 64));
  expect(log.recent().map(({ type, step }) => [type, step])).toEqual([['state', 9]]);
});
