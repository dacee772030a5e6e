import { expect, test } from 'vitest';
import type { Snapshot } from '../../../src/replica/protocol';
import { tenseOf } from './tense';

test.each([
  ['lobby', 0, 'will'],
  ['training', 0, 'now'],
  ['training', 9, 'now'],
  ['catching-up', 0, 'now'],
  ['paused', 9, 'was'],
  ['finished', 9, 'was'],
  ['finished', 0, 'now'],
  ['diverged', 9, 'was'],
  ['no-quorum', 9, 'was'],
] as const)('%s at step %i', (kind, step, tense) => {
  expect(tenseOf({ phase: { kind } as Snapshot['phase'], step })).toBe(tense);
});
