// S18c: the product's flights over unequal edges, and those of the oracle, which plays every way move by move.
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { flightMs } from '../../collectives/flight';
import { drawGroups } from '../../collectives/testing/draw-groups';
import { groupedPath, topologies } from '../../collectives/topology';
import { flightsAmong } from '../decide/flights';
import { plainFlightMs, plainFlights, type PlainWay } from './plain-flights';

test.each([
  ...topologies,
  'two-levels:',
  'gathered',
  'gathered around',
] as const satisfies readonly PlainWay[])(
  '%s: 200 draws of 2 to 8 members, whose words differ or are missing',
  (wanted) => {
    const random = prng('flights', 11);
    let unknown = 0;
    for (let draw = 0; draw < 200; draw++) {
      const n = 2 + random.below(7);
      const word = (): number => (random.below(3) === 0 ? 0 : 2 ** (10 * random.float()));
      const said = Array.from({ length: n }, () => Array.from({ length: n }, word));
      const flights = flightsAmong(said.map((flightsMs) => ({ flightsMs })));
      const plain = plainFlights(said);
      expect(flights === undefined).toBe(plain === undefined);
      if (!flights || !plain) {
        unknown++;
        continue;
      }
      const way = wanted === 'two-levels:' ? groupedPath(drawGroups(n, random)) : wanted;
      const path = way === 'gathered around' ? 'gathered-around' : way;
      const between = (a: number, b: number): number => plain[a][b];
      expect(flightMs(path, n, flights) / plainFlightMs(way, n, between)).toBeCloseTo(1, 12);
    }
    expect(unknown).toBeLessThan(100);
  },
);
