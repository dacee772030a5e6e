import { expect, test } from 'vitest';
import { roomPlaces } from '../../../src/replica/peer-status';
import type { HostControls } from '../../bridge/session/host-controls';
import { history } from '../../../tools/lab/fixtures/history';
import { snapshotOf } from '../../../tools/lab/fixtures/snapshot';
import { states } from '../../../tools/lab/fixtures/states';
import { textAt } from '../testing/drawn-panel';
import { Waiting } from './waiting';

const state = 'training-2';
const setup = states.map((make) => make()).find(({ name }) => name === state)!;
const live = snapshotOf(setup, history(setup));

function said(peers: typeof live.peers): string {
  const controls: HostControls = {
    live: { ...live, peers },
    buckets: undefined,
    send: () => undefined,
    changeBuckets: () => undefined,
  };
  return textAt(state, <Waiting controls={controls} />);
}

test('the host reads that the room is full while nobody else can come in', () => {
  const full = Array.from({ length: roomPlaces }, (_, index) => ({ ...live.peers[1], id: `p${index}` }));
  expect(said(full)).toContain('The room is full: 64 are here.');
  expect(said(full.with(5, { ...full[5], state: 'lost' })), 'one has left').toBe('');
  expect(said(live.peers)).toBe('');
});
