import { expect, test } from 'vitest';
import { namedProfiles } from '../../../src/net/emulation/profile-words';
import { networkSettings, profileBetween } from '../../../src/net/emulation/network-settings';
import { noEmulation } from '../../../src/net/emulation/no-emulation';
import { safeParse } from 'valibot';
import type { PeerStatus } from '../../../src/replica/protocol';
import { othersOf, slowed, slowedMember } from './try-out';

const id = (index: number): string => index.toString(16).padStart(16, '0');
const peers = (count: number): PeerStatus[] =>
  Array.from({ length: count }, (_, rank) => ({ id: id(rank), rank, isSelf: rank === 0 }) as PeerStatus);

test.each([2, 3, 12, 30])('slowing one of %i makes its lines slow and no other', (count) => {
  const members = peers(count);
  const network = slowed({ peers: members, network: noEmulation }, id(1));
  expect(safeParse(networkSettings, network).success).toBe(true);
  for (let a = 0; a < count; a++)
    for (let b = a + 1; b < count; b++)
      expect(profileBetween(network, id(a), id(b))).toEqual(
        a === 1 || b === 1 ? namedProfiles.slow : undefined,
      );
  expect(slowedMember({ peers: members, network })?.id).toBe(id(1));
});

test('nobody is slowed where nothing is emulated, or where all lines are', () => {
  expect(slowedMember({ peers: peers(3), network: noEmulation })).toBeUndefined();
  const every = { everyEdge: namedProfiles.slow, edges: [] };
  expect(slowedMember({ peers: peers(3), network: every })).toBeUndefined();
});

test('the host’s own replica is never tried on', () => {
  expect(othersOf({ peers: peers(3) }).map((peer) => peer.id)).toEqual([id(1), id(2)]);
});
