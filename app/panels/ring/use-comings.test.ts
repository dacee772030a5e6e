import { expect, test } from 'vitest';
import type { PeerStatus } from '../../../src/replica/protocol';
import { asNow, comingsBetween } from './use-comings';

const ring = (...ids: string[]): PeerStatus[] =>
  ids.map((id, ringPosition) => ({ id, isSelf: id === 'me', ringPosition }) as PeerStatus);
const idsOf = (peers: readonly PeerStatus[]): string[] => peers.map(({ id }) => id);

test('names who came and who left, each as last seen', () => {
  const { came, left } = comingsBetween(ring('me', 'a', 'b'), ring('b', 'me', 'c', 'd'));
  expect([idsOf(came), idsOf(left)]).toEqual([['c', 'd'], ['a']]);
  expect(left[0].ringPosition).toBe(1);
});

test('another order alone is no coming', () => {
  expect(comingsBetween(ring('me', 'a', 'b'), ring('b', 'a', 'me'))).toEqual({ came: [], left: [] });
});

test.each([
  ['before this replica is in the ring', ring('a', 'b'), ring('me', 'a', 'b')],
  ['when this replica leaves it', ring('me', 'a', 'b'), []],
  ['at the first look', [], ring('me', 'a')],
])('%s nobody comes or leaves', (_, before, after) => {
  expect(comingsBetween(before, after)).toEqual({ came: [], left: [] });
});

test('who came is called as the host has renamed it meanwhile; who is gone, as last seen', () => {
  const peer = (id: string, name: string) => ({ id, name }) as PeerStatus;
  const members = [peer('me', 'Ann'), peer('a', 'Calm Heron')];
  expect(asNow({ peer: peer('a', 'Rude Word'), how: 'came' }, members)).toEqual({
    peer: members[1],
    how: 'came',
  });
  expect(asNow({ peer: peer('b', 'Bob') }, members).peer.name).toBe('Bob');
});
