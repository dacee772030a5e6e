import { expect, test } from 'vitest';
import { states } from '../../../tools/lab/fixtures/states';
import { snapshotOf } from '../../../tools/lab/fixtures/snapshot';
import { otherHost } from './host-panel';

const twice = snapshotOf(
  states.map((state) => state()).find(({ name }) => name === 'hosted-twice')!,
  [],
);
const changed = (change: object) => ({
  ...twice,
  peers: twice.peers.map((peer) => (peer.id === 'p1' ? { ...peer, ...change } : peer)),
});

test('a tab learns that the room is hosted in another tab too', () => {
  expect(otherHost(twice)).toBe('here');
  const inOther = {
    ...twice,
    self: 'p1',
    peers: twice.peers.map((peer) => ({ ...peer, isSelf: peer.id === 'p1' })),
  };
  expect(otherHost(inOther), 'the other tab says it too').toBe('here');
  expect(otherHost({ ...twice, devices: [['p1', 'p2']] })).toBe('somewhere');
});

test('whoever is lost or has no rights hosts nothing', () => {
  expect(otherHost(changed({ isHost: false }))).toBeUndefined();
  expect(otherHost(changed({ state: 'lost' }))).toBeUndefined();
});
