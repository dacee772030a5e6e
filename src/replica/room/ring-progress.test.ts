// R16: only rank 0 speaks for a ring, and only in phases of which something simple is true.
import { expect, test } from 'vitest';
import type { PeerStatus, Phase } from '../protocol';
import { progressOf } from './ring-progress';

const self = (rank: number | undefined) => [{ isSelf: true, rank } as PeerStatus];

test.each<[Phase, number | undefined, ReturnType<typeof progressOf>]>([
  [{ kind: 'training' }, 0, { phase: 'training', step: 7 }],
  [{ kind: 'training' }, 1, undefined],
  [{ kind: 'lobby' }, undefined, undefined],
  [{ kind: 'lobby' }, 0, { phase: 'lobby', step: 7 }],
  [{ kind: 'finished', why: '' }, 0, { phase: 'finished', step: 7 }],
  [{ kind: 'regrouping', lost: [], sinceMs: 0 }, 0, 'as before'],
  [{ kind: 'no-quorum', why: '', sinceMs: 0 }, 0, undefined],
])('R16 in phase %o rank %s says %o', (phase, rank, said) => {
  expect(progressOf({ phase, step: 7, peers: self(rank) })).toEqual(said);
});
