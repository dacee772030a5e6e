import { expect, test } from 'vitest';
import type { Snapshot } from '../../../src/replica/protocol';
import { digestGroups } from './disagreement';

const room = (...digests: (string | undefined)[]) =>
  ({ peers: digests.map((digest, rank) => ({ id: `p${rank}`, rank, digest })) }) as unknown as Snapshot;

test('the majority comes first, a tie goes to rank 0, unknown digests are left out', () => {
  expect(digestGroups(room('a', 'b', 'b'))).toEqual([
    { digest: 'b', peers: ['p1', 'p2'] },
    { digest: 'a', peers: ['p0'] },
  ]);
  expect(digestGroups(room('a', 'b')).map(({ digest }) => digest)).toEqual(['a', 'b']);
  expect(digestGroups(room('a', undefined, 'a'))).toHaveLength(1);
});
