import { expect, test } from 'vitest';
import { ringSentence } from './ring-sentence';

const three = { isStopped: false, members: 3 };

test('chunks are passed to the next only where sums go around the ring', () => {
  for (const topology of ['ring', undefined] as const)
    expect(ringSentence(three, 'now', undefined, false, topology)).toContain('passes chunks to the next');
  for (const topology of ['tree', 'star', 'halving-doubling', 'direct'] as const)
    for (const tense of ['now', 'was'] as const) {
      const words = ringSentence(three, tense, undefined, false, topology);
      expect(words, topology).not.toContain('to the next');
      expect(words, topology).toContain('Sums travel otherwise');
    }
});

test('between two replicas there is no other way, whatever the topology', () => {
  const two = { isStopped: false, members: 2 };
  for (const topology of ['tree', 'star', 'halving-doubling', 'direct', 'gathered'] as const)
    for (const [tense, words] of [
      ['now', 'send each other what they sum'],
      ['was', 'sent each other'],
    ] as const) {
      expect(ringSentence(two, tense, undefined, false, topology)).toContain(words);
      expect(ringSentence(two, tense, undefined, false, topology)).not.toContain('otherwise');
    }
});
