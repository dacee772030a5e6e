// H1: the flights that a record says, from what the links measured, and who shares the machine.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { noEmulation } from '../../net/emulation/no-emulation';
import { withEdge } from '../../net/emulation/network-settings';
import { namedProfiles } from '../../net/emulation/profile-words';
import type { Link } from '../../net/link/link';
import { HandLink } from '../testing/hand-link';
import { ids, viewOf } from '../testing/samples';
import { flightsOf, machineMatesOf } from './link-times';

const clock = new ManualClock();
const linked = (...stats: Partial<HandLink>[]) => {
  const links = new Map(stats.map((one, i) => [ids[i + 1], Object.assign(new HandLink(clock), one)]));
  return { link: (peer: string) => links.get(peer) };
};

test('H1: half the shortest round trip to each member, by rank; none to itself and over no open link', () => {
  const hub = linked(
    { shortestTripMs: 8, roundTripMs: 50 },
    { shortestTripMs: 3, isOpen: false },
    { shortestTripMs: undefined, roundTripMs: 50 },
    { shortestTripMs: 0 },
  );
  expect(flightsOf(viewOf(ids.slice(0, 6)), hub)).toEqual([0, 4, 0, 0, 0.01, 0]);
});

test('H1: nothing beyond a full mesh, whose sums go around the ring', () => {
  const stats = Array.from({ length: 8 }, () => ({ shortestTripMs: 8 }));
  expect(flightsOf(viewOf(ids.slice(0, 8)), linked(...stats))).toEqual([0, 4, 4, 4, 4, 4, 4, 4]);
  expect(flightsOf(viewOf(ids.slice(0, 9)), linked(...stats))).toEqual([]);
});

test('C2g: open links between tabs, over Unix sockets or within a page stay within the machine; others do not', () => {
  const linkedAs = (...links: readonly (readonly [Link['kind'], boolean?])[]) => {
    const byPeer = new Map(links.map(([kind, isOpen = true], i) => [ids[i + 1], { kind, isOpen }]));
    return { link: (peer: string) => byPeer.get(peer) };
  };
  const view = viewOf(ids.slice(0, 8));
  const hub = linkedAs(['tab'], ['webrtc'], ['socket'], ['relay'], ['port'], ['tab', false]);
  const [self, tab, , socket] = ids;
  expect(machineMatesOf(view, self, hub, noEmulation)).toBe(0b0010_1010);
  const slow = withEdge(noEmulation, self, tab, namedProfiles.slow);
  expect(machineMatesOf(view, self, hub, slow), 'an emulated edge stands for one to another machine').toBe(
    0b0010_1000,
  );
  const allSlow = { everyEdge: namedProfiles.slow, edges: [] };
  expect(machineMatesOf(view, self, hub, allSlow)).toBe(0);
  expect(machineMatesOf(view, self, hub, withEdge(allSlow, self, socket, null))).toBe(0b1000);
  expect(machineMatesOf(viewOf(ids.slice(0, 9)), self, hub, noEmulation)).toBe(0);
});
