// The flight of a message between any two members of a full mesh, from the records of a header (S18c). Both ends of a
// link measure it, and the shorter of their words counts: the other end's was held up, or is false. A pair without a
// link, or whose link nobody has measured, counts as the slower of its two members, and a member is as near as the
// nearest that it has measured (as in M11b). Pure, and so the same at every member.
import type { FlightMs } from '../../collectives/flight';
import type { HeaderRecord } from '../header/header-record';
import { nearMedian } from '../run/median-of-means';

/** The times are between ranks. Undefined: nothing is measured of some member. `machineOf`: of each rank, where some share
 *  one. Flights within machines are bounded apart, for they are as unlike others as a false word. */
export function flightsAmong(
  records: readonly Pick<HeaderRecord, 'flightsMs'>[],
  machineOf: (rank: number) => number = (rank) => rank,
): FlightMs | undefined {
  const pairs = records.flatMap((_, a) => records.slice(a + 1).map((_, i) => [a, a + 1 + i] as const));
  const word = (from: number, to: number): number => records[from].flightsMs.at(to) || Infinity;
  const shorter = ([a, b]: readonly [number, number]): number => Math.min(word(a, b), word(b, a));
  const measured = pairs.filter((pair) => shorter(pair) < Infinity);
  const known = records.map(() => new Map<number, number>());
  for (const isWithin of [true, false]) {
    const alike = measured.filter(([a, b]) => (machineOf(a) === machineOf(b)) === isWithin);
    for (const [i, ms] of nearMedian(alike.map(shorter)).entries()) {
      const [a, b] = alike[i];
      known[a].set(b, ms);
      known[b].set(a, ms);
    }
  }
  if (known.some(({ size }) => size === 0)) return undefined;
  const nearestMs = known.map((of) => Math.min(...of.values()));
  return (from, to) => known[from].get(to) ?? Math.max(nearestMs[from], nearestMs[to]);
}
