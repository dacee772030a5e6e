// The flights of a sum a second time, for the oracle of S18c: every way is played move by move, with a clock for each
// member. Nothing of the product's topologies is used.
import { placesOf, plainSpeakers } from './plain-machines';
import { bounded } from './plain-near';

export type PlainWay =
  | 'ring'
  | 'tree'
  | 'star'
  | 'halving-doubling'
  | 'direct'
  | 'two-levels'
  | `two-levels:${string}`
  | 'gathered'
  | 'gathered around';

/** Half the shortest trip between two members, by rank, from what each of them says; undefined: one has none. `machines`:
 *  of each rank. */
export function plainFlights(
  said: readonly (readonly number[])[],
  machines?: readonly string[],
): number[][] | undefined {
  const ranks = [...said.keys()];
  const either = ranks.map((a) =>
    ranks.map((b) => {
      const words = [said[a][b], said[b][a]].filter((ms) => ms > 0);
      return a === b || words.length === 0 ? Infinity : Math.min(...words);
    }),
  );
  const times = either.map((row) => row.map(() => Infinity));
  for (const isWithin of [false, true]) {
    const pairs = ranks
      .flatMap((a) => ranks.slice(a + 1).map((b) => [a, b] as const))
      .filter(
        ([a, b]) => either[a][b] < Infinity && (machines?.[a] === machines?.[b] && !!machines) === isWithin,
      );
    for (const [i, ms] of bounded(pairs.map(([a, b]) => either[a][b])).entries()) {
      const [a, b] = pairs[i];
      times[a][b] = times[b][a] = ms;
    }
  }
  const nearest = times.map((row) => Math.min(...row));
  if (nearest.includes(Infinity)) return undefined;
  return times.map((row, a) => row.map((ms, b) => (ms < Infinity ? ms : Math.max(nearest[a], nearest[b]))));
}

/** `between`: of two places around the ring. */
export function plainFlightMs(way: PlainWay, n: number, between: (a: number, b: number) => number): number {
  const places = Array.from({ length: n }, (_, place) => place);
  const modulo = (place: number): number => place % n;
  const [, machines] = way.split(':');
  if (machines !== undefined) return twoLevelsMs(machines);
  switch (way) {
    case 'ring':
      // A chunk begins at each place, is whole after n − 1 moves, and everywhere after n − 1 more.
      return Math.max(...places.map((first) => walk(first, 2 * (n - 1))));
    case 'gathered around':
      return Math.max(...places.map((first) => walk(first, n - 1)));
    case 'gathered':
      return Math.max(...places.flatMap((a) => places.map((b) => (a === b ? 0 : between(a, b)))));
    case 'star':
      return 2 * Math.max(...places.slice(1).map((place) => between(place, 0)));
    case 'direct':
    case 'two-levels':
      return 2 * Math.max(...places.flatMap((a) => places.map((b) => (a === b ? 0 : between(a, b)))));
    case 'tree':
      return 2 * treeMs();
    case 'halving-doubling':
      return exchangedMs();
    default:
      throw new Error(`there is no way ${way}`);
  }

  function walk(first: number, moves: number): number {
    let ms = 0;
    for (let move = 0; move < moves; move++) ms += between(modulo(first + move), modulo(first + move + 1));
    return ms;
  }

  /** A part goes to the one that speaks for its machine, a sum from there to the owner, and back. */
  function twoLevelsMs(machines: string): number {
    const mates = placesOf(machines);
    return Math.max(
      ...plainSpeakers(machines).flatMap(([owner, ...others]) =>
        [owner, ...others].map((speaker) => {
          const within = mates[Number(machines[speaker])].map((place) =>
            place === speaker ? 0 : between(place, speaker),
          );
          return 2 * (Math.max(...within) + (speaker === owner ? 0 : between(speaker, owner)));
        }),
      ),
    );
  }

  /** Each clears its lowest bit: the time at which the last part is at place 0. */
  function treeMs(): number {
    return Math.max(
      ...places.map((place) => {
        let ms = 0;
        for (let at = place; at > 0; at &= at - 1) ms += between(at, at & (at - 1));
        return ms;
      }),
    );
  }

  /** The rounds of exchanges, halving and then doubling; the surplus gives first and gets last. */
  function exchangedMs(): number {
    let power = 1;
    while (2 * power <= n) power *= 2;
    let clocks = places
      .slice(0, power)
      .map((place) => (place + power < n ? between(place + power, place) : 0));
    const distances: number[] = [];
    for (let distance = power / 2; distance >= 1; distance /= 2) distances.push(distance);
    for (const distance of [...distances, ...distances.toReversed()])
      clocks = clocks.map((ms, place) => {
        const other = place ^ distance;
        return Math.max(ms, clocks[other] + between(other, place));
      });
    const surplus = places.slice(power).map((place) => clocks[place - power] + between(place - power, place));
    return Math.max(...clocks, ...surplus);
  }
}
