import { expect, test } from 'vitest';
import { CommandLimit } from './command-limit';

test('H5: 20 forgeries at once and 5 a second, per peer; repeats are cheaper and counted apart', () => {
  let nowMs = 1_000;
  const limit = new CommandLimit({ now: () => nowMs });
  const allowed = (peer: string, offence: Parameters<CommandLimit['allows']>[1], count: number): number =>
    Array.from({ length: count }, () => limit.allows(peer, offence)).filter(Boolean).length;
  expect(allowed('a', 'bad-signature', 15)).toBe(15);
  expect(allowed('a', 'malformed', 15)).toBe(5);
  expect(allowed('a', 'wrong-room', 1)).toBe(0);
  expect(allowed('a', 'replayed', 500)).toBe(400);
  expect(allowed('b', 'bad-signature', 30)).toBe(20);
  nowMs += 1_000;
  expect(allowed('a', 'bad-signature', 30)).toBe(5);
  expect(allowed('a', 'replayed', 500)).toBe(100);
  nowMs += 3_600_000;
  expect(allowed('a', 'bad-signature', 30)).toBe(20);
});

test('a bounded number of peers is remembered: the latest ones', () => {
  const limit = new CommandLimit({ now: () => 0 });
  for (let i = 0; i < 20; i++) limit.allows('old', 'bad-signature');
  for (let i = 0; i < 255; i++) limit.allows(`peer ${i}`, 'bad-signature');
  expect(limit.allows('old', 'bad-signature')).toBe(false);
  for (let i = 0; i < 256; i++) limit.allows(`other ${i}`, 'bad-signature');
  expect(limit.allows('old', 'bad-signature')).toBe(true);
});
