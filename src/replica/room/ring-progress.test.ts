// R16: only rank 0 speaks for a ring, and only in phases that the server's words describe.
import { expect, test } from 'vitest';
import type { Phase } from '../protocol';
import { progressOf } from './ring-progress';

test.each<[Phase['kind'], string[], ReturnType<typeof progressOf>]>([
  ['training', ['self', 'other'], { phase: 'training', step: 7 }],
  ['training', ['other', 'self'], undefined],
  ['lobby', [], undefined],
  ['lobby', ['self'], { phase: 'lobby', step: 7 }],
  ['finished', ['self'], { phase: 'finished', step: 7 }],
  ['regrouping', ['self'], 'as before'],
  ['no-quorum', ['self'], undefined],
])('R16 in phase %s with members %j reports %o', (phase, members, reported) => {
  expect(progressOf({ phase, step: 7, members }, 'self')).toEqual(reported);
});
