import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { SequenceWindow } from './sequence-window';

test('R8 each signal is new once, by two ways and out of order; a second one by the server is a replay', () => {
  const seen = new SequenceWindow();
  expect(seen.take('a', 100, 'members')).toBe('new');
  expect(seen.take('a', 100, 'members')).toBe('again');
  expect(seen.take('a', 100, 'server')).toBe('again');
  expect(seen.take('a', 100, 'server')).toBe('replayed');
  expect(seen.take('a', 99, 'server'), 'overtaken on the other way').toBe('new');
  expect(seen.take('b', 100, 'server'), 'another sender').toBe('new');
});

test('R8 no signal is new twice, in whatever order they come', () => {
  const seed = 8;
  const random = prng(seed);
  const seen = new SequenceWindow();
  const taken = new Set<number>();
  for (let i = 0; i < 5_000; i++) {
    const sequence = 1_000 + Math.floor(i / 2) + random.below(40);
    const way = random.below(2) ? 'server' : 'members';
    if (seen.take('a', sequence, way) !== 'new') continue;
    expect(taken.has(sequence), `seed ${seed}, ${sequence}`).toBe(false);
    taken.add(sequence);
  }
  for (const sequence of taken) expect(seen.take('a', sequence, 'members')).not.toBe('new');
  expect(seen.take('a', 1, 'server'), 'older than what is remembered').toBe('replayed');
});
