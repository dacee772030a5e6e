// When a replica leaves a room whose document says that the host ended it.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { RoomEnd } from './room-end';

function endedRoom() {
  const clock = new ManualClock();
  const now = { isEnded: true, isRunning: false };
  const left: string[] = [];
  const roomEnd = new RoomEnd(clock, {
    isEnded: () => now.isEnded,
    isRunning: () => now.isRunning,
    isInView: () => true,
    leave: ({ code }) => left.push(code),
  });
  roomEnd.look();
  const runUntil = (ms: number): void => {
    while ((clock.nextDueMs() ?? Infinity) <= ms) clock.runNext();
  };
  return { runUntil, now, left, roomEnd };
}

test('H13 it leaves two seconds after it knows', () => {
  const { runUntil, left } = endedRoom();
  runUntil(1_999);
  expect(left).toEqual([]);
  runUntil(2_000);
  expect(left).toEqual(['room-ended']);
});

test('H13 it stays where another host has taken over by then, and leaves when that one ends the room', () => {
  const { runUntil, now, left, roomEnd } = endedRoom();
  now.isEnded = false;
  roomEnd.look();
  runUntil(60_000);
  expect(left).toEqual([]);
  now.isEnded = true;
  roomEnd.look();
  runUntil(60_000);
  expect(left).toEqual(['room-ended']);
});
