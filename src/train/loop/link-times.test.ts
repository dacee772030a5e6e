// H1: the flights that a record says, from what the links measured.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { HandLink } from '../testing/hand-link';
import { ids, viewOf } from '../testing/samples';
import { flightsOf } from './link-times';

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
