// An error keeps its meaning: 'server-unreachable' is only for a server that does not answer.
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
] as const)('%s becomes %s', (code, shown) => {
  expect(entryErrorOf(code)).toBe(shown);
});
