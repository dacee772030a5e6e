import { expect, test } from 'vitest';
import type { SeenAccount } from '../../../src/replica/protocol';
import { lengthOf, momentWords } from './span-words';

const account: SeenAccount = {
  ...{ run: 1, step: 9, isOverlapped: true, member: 'a', errorMs: 0, startMs: 0, endMs: 50 },
  spans: [
    { kind: 'compute', startMs: 0, endMs: 20 },
    { kind: 'send', startMs: 10, endMs: 14, buckets: [0, 0] },
    { kind: 'send', startMs: 12, endMs: 18, buckets: [1, 3] },
    { kind: 'receive', startMs: 22, endMs: 22, buckets: [0, 0] },
    { kind: 'wait', startMs: 25, endMs: 30, member: 'b' },
  ],
};

test('a moment in words; what overlaps counts once in a length', () => {
  const at = (ms: number): string => momentWords([account], ms, 1, (member) => member.toUpperCase());
  expect(at(13)).toBe('step 9: computes, bucket 1 leaves, buckets 2 to 4 leave');
  expect(at(22.5)).toBe('step 9: bucket 1 arrives');
  expect(at(26)).toBe('step 9: waits for B');
  expect(at(40)).toBe('step 9: nothing that it measures');
  expect(at(51)).toBe('between the steps shown');
  expect([lengthOf(account, 'send'), lengthOf(account, 'receive'), lengthOf(account, 'compute')]).toEqual([8, 0, 20]); // prettier-ignore
});
