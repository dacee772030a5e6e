// What the server said is told as it was said: 'does not answer' is kept for a server that does not.
import { expect, test } from 'vitest';
import { entryErrorOf } from './entry-error';

test.each([
  ['malformed', 'server-refused'],
  ['rate-limited', 'server-refused'],
  ['too-many-peers', 'server-refused'],
  ['too-many-rooms', 'too-many-rooms'],
  ['no-key-holder', 'no-key-holder'],
  ['key-missing', 'wrong-key'],
  ['server-unreachable', 'server-unreachable'],
] as const)('%s is told as %s', (said, told) => {
  expect(entryErrorOf(said)).toBe(told);
});
