// R2, R2a: how often a room is told that its roster changed.
import { expect, test } from 'vitest';
import { ManualClock } from '../base/clock';
import { presenceRule } from './limits';
import { PresenceDesk } from './presence-desk';

function desk(bytes: number) {
  const clock = new ManualClock();
  const sentMs: Record<string, number[]> = {};
  const presences = new PresenceDesk(clock, (code) => {
    (sentMs[code] ??= []).push(clock.now());
    return bytes;
  });
  /** Changes the roster every millisecond. */
  const changeFor = (code: string, ms: number): void => {
    const untilMs = clock.now() + ms;
    const change = (): void => {
      presences.changed(code);
      if (clock.now() < untilMs) clock.after(1, change);
    };
    change();
  };
  const run = (ms: number): void => {
    const untilMs = clock.now() + ms;
    while ((clock.nextDueMs() ?? Infinity) <= untilMs) clock.runNext();
  };
  return { clock, presences, sentMs, changeFor, run };
}

test('R2 changes within 30 ms are one presence, and the last change is never left out', () => {
  const { sentMs, changeFor, run } = desk(1_000);
  changeFor('ROOM', 300);
  run(1_000);
  expect(sentMs.ROOM.length).toBeLessThanOrEqual(11);
  expect(sentMs.ROOM.at(-1)).toBeGreaterThanOrEqual(300);
});

test('R2a a room sends as many bytes as its budget, and other rooms do not wait for it', () => {
  const full = 1.4 * 1024 * 1024; // 64 entries to 64 members
  const { clock, presences, sentMs, changeFor, run } = desk(full);
  changeFor('ROOM', 20_000);
  run(10_000);
  presences.changed('OTHER');
  run(10_000);
  const bytes = sentMs.ROOM.length * full;
  const allowed = presenceRule.capacity + (clock.now() / 1000) * presenceRule.perSecond;
  expect(bytes).toBeLessThanOrEqual(allowed + full);
  expect(bytes).toBeGreaterThan(allowed - 2 * full);
  expect(sentMs.OTHER[0] - 10_000).toBeLessThanOrEqual(30);
  run(5_000);
  expect(sentMs.ROOM.at(-1)).toBeGreaterThanOrEqual(20_000);
});

test('R2a a class of 64 that joins within ten seconds is told of each other without a wait', () => {
  let members = 0;
  const clock = new ManualClock();
  const waitsMs: number[] = [];
  let changedMs: number | undefined;
  const presences = new PresenceDesk(clock, () => {
    waitsMs.push(clock.now() - changedMs!);
    changedMs = undefined;
    return members * members * 350;
  });
  const joining = (): void => {
    members++;
    changedMs ??= clock.now();
    presences.changed('ROOM');
    if (members < 64) clock.after(150, joining);
  };
  joining();
  while (clock.runNext());
  expect(waitsMs.length).toBe(64);
  expect(Math.max(...waitsMs)).toBe(30);
});
