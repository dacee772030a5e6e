// R16: only rank 0 speaks for a ring, and only in phases that the server's words describe.
import { expect, test } from 'vitest';
import { openDoor, unknownDoor } from '../../net/room/door';
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
  expect(progressOf({ phase, step: 7, members, door: openDoor }, 'self')).toEqual(reported);
});

test('R16, H14: whoever looks the room up learns that its door is shut', () => {
  const doorOf = (door: Parameters<typeof progressOf>[0]['door']) =>
    progressOf({ phase: 'training', step: 7, members: ['self'], door }, 'self');
  expect(doorOf({ ...openDoor, kind: 'locked' })).toEqual({ phase: 'training', step: 7, door: 'locked' });
  expect(doorOf({ ...openDoor, kind: 'asks' })).toMatchObject({ door: 'asks' });
  expect(doorOf(unknownDoor)).toEqual({ phase: 'training', step: 7 });
});
