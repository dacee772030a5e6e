import { expect, test } from 'vitest';
import { withEdge } from '../net/emulation/network-settings';
import { noEmulation } from '../net/emulation/no-emulation';
import { namedProfiles } from '../net/emulation/profile-words';
import type { PeerStatus } from './protocol';
import { networkWords } from './network-words';

const peers = ['Calm Heron', 'Brave Otter', 'Swift Lynx', 'Odd Crane'].map(
  (name, i) => ({ id: `p${i}`, name }) as PeerStatus,
);
const { slow, lan } = namedProfiles;
const words = (network: typeof noEmulation): string | undefined => networkWords({ network, peers });

test('the line says what every edge and single edges emulate, and nothing where nothing is', () => {
  const every = { ...noEmulation, everyEdge: slow };
  expect(words(noEmulation)).toBeUndefined();
  expect(words(every)).toBe('5\u00a0Mbit/s, 40\u00a0ms');
  const one = withEdge(every, 'p1', 'p0', lan);
  expect(words(one)).toBe('5\u00a0Mbit/s, 40\u00a0ms; Calm Heron – Brave Otter 1\u00a0Gbit/s');
  expect(words({ ...one, everyEdge: null })).toBe('Calm Heron – Brave Otter 1\u00a0Gbit/s');
  const four = withEdge(withEdge(withEdge(one, 'p0', 'p2', null), 'p0', 'p3', lan), 'p1', 'p2', lan);
  expect(words(four)).toBe(
    '5\u00a0Mbit/s, 40\u00a0ms; Calm Heron – Brave Otter 1\u00a0Gbit/s; Calm Heron – Swift Lynx not emulated; 2 more edges',
  );
});

test('an edge of a member that is gone, or one like the real network, is not named', () => {
  expect(words(withEdge(noEmulation, 'p0', 'p9', slow))).toBeUndefined();
  expect(words(withEdge(noEmulation, 'p0', 'p1', null))).toBeUndefined();
});
