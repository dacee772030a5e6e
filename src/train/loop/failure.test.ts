// S8: errors of every layer as the failures that are answered.
import { expect, test } from 'vitest';
import { DeadlineError } from '../../base/deadline';
import { RefusedError } from '../../collectives/offence';
import { EngineError } from '../../model/engine';
import { LinkClosedError } from '../../net/link/link';
import { CatchUpError } from '../catch-up/manifest';
import { AttemptError } from '../context/trainer-deps';
import { PrepareError } from '../context/trainer-options';
import { WithheldError } from '../reduce/withheld-error';
import { ids } from '../testing/samples';
import { StalledError } from '../header/stalled-error';
import { failureOf } from './failure';

const phase = { kind: 'needs-file', what: 'text', name: 'tales', sha256: '0'.repeat(64) } as const;

test.each([
  [new PrepareError(phase, 'no file'), { kind: 'cannot-prepare', phase }],
  [new EngineError('device-lost', 'gone'), { kind: 'engine', code: 'device-lost' }],
  [new CatchUpError('no source'), { kind: 'catch-up' }],
  [new WithheldError('overflow'), { kind: 'contribution' }],
  [new RefusedError(ids[1], 'sent poison'), { kind: 'contribution' }],
  [new LinkClosedError({ code: 'lost', message: 'lost' }), { kind: 'link-closed' }],
  [new StalledError([ids[2]], 'x to catch up'), { kind: 'deadline', members: [ids[2]] }],
  [new DeadlineError('the header', 60_000), { kind: 'deadline', members: [ids[1]] }],
  [new AttemptError(ids[1], 'half a record'), { kind: 'other', name: 'AttemptError' }],
  [new TypeError('a bug'), { kind: 'other', name: 'TypeError', message: 'a bug' }],
  ['a string', { kind: 'other', name: 'Error', message: 'a string' }],
])('%s', (error, expected) => {
  const failure = failureOf(error, [ids[1]]);
  expect(failure).toMatchObject(expected);
  expect(failure.message.length).toBeGreaterThan(0);
});
