// Members that share machines a second time, for the oracles (C2g, S18d): which they are, from what records say, and what
// each way of sums sends over a machine's line and within it, move by move. Nothing of the product's topologies is used.
import type { PlainWay } from './plain-flights';

/** The machine of each place around the ring, as digits; undefined: nobody shares one, or all are on one. `said`: by
 *  rank, whether it says to share its machine with the other. */
export function plainMachines(
  said: (rank: number, other: number) => boolean,
  ring: readonly number[],
): string | undefined {
  const machines: number[] = ring.map(() => -1);
  let count = 0;
  for (const place of ring.keys()) {
    if (machines[place] >= 0) continue;
    const found = [place];
    machines[place] = count;
    for (const at of found)
      for (const other of ring.keys())
        if (machines[other] < 0 && said(ring[at], ring[other]) && said(ring[other], ring[at])) {
          machines[other] = count;
          found.push(other);
        }
    count++;
  }
  return count === 1 || count === ring.length ? undefined : machines.join('');
}

/** The places of each machine. */
export function placesOf(machines: string): number[][] {
  const places: number[][] = [];
  for (const [place, machine] of [...machines].entries()) (places[Number(machine)] ??= []).push(place);
  return places;
}

/** Chunk by chunk of a sum on two levels, the place that speaks for each machine; that of the owner's machine first. */
export function plainSpeakers(machines: string): number[][] {
  const places = placesOf(machines);
  const largest = Math.max(...places.map(({ length }) => length));
  return Array.from({ length: places.length * largest }, (_, chunk) => {
    const speakers = places.map((of) => of[Math.floor(chunk / places.length) % of.length]);
    const [owner] = speakers.splice(chunk % places.length, 1);
    return [owner, ...speakers];
  });
}

interface PlainMove {
  readonly from: number;
  readonly to: number;
  /** The part of the gradient. */
  readonly share: number;
}

/** The number of gradients that the busiest machine's line carries on the way up and then down, and the busiest member
 *  within its machine. */
export function plainTraffic(
  way: PlainWay,
  machines: string,
): { readonly across: number; readonly within: number } {
  const up = movesUp(way, machines);
  // The same edges the other way, but that a ring goes on around.
  const down = way === 'ring' ? up : up.map(({ from, to, share }) => ({ from: to, to: from, share }));
  const most = (moves: readonly PlainMove[], isWithin: boolean): number => {
    const carried = new Map<string, number>();
    for (const { from, to, share } of moves) {
      if ((machines[from] === machines[to]) !== isWithin) continue;
      for (const [end, way] of [
        [from, 'out'],
        [to, 'in'],
      ] as const) {
        const name = `${way} ${isWithin ? end : machines[end]}`;
        carried.set(name, (carried.get(name) ?? 0) + share);
      }
    }
    return Math.max(0, ...carried.values());
  };
  return { across: most(up, false) + most(down, false), within: most(up, true) + most(down, true) };
}

function movesUp(way: PlainWay, machines: string): PlainMove[] {
  const n = machines.length;
  const places = [...machines].map((_, place) => place);
  const move = (from: number, to: number, share: number): PlainMove => ({ from, to, share });
  if (way.startsWith('two-levels:')) {
    const chunks = plainSpeakers(machines);
    return chunks.flatMap(([owner, ...others]) => {
      const share = 1 / chunks.length;
      const mates = [owner, ...others].flatMap((speaker) =>
        places
          .filter((place) => place !== speaker && machines[place] === machines[speaker])
          .map((place) => move(place, speaker, share)),
      );
      return [...mates, ...others.map((other) => move(other, owner, share))];
    });
  }
  switch (way) {
    case 'ring':
      return places.map((place) => move(place, (place + 1) % n, (n - 1) / n));
    case 'star':
      return places.slice(1).map((place) => move(place, 0, 1));
    case 'tree':
      return places.slice(1).map((place) => move(place, place & (place - 1), 1));
    case 'halving-doubling': {
      const power = 2 ** Math.floor(Math.log2(n));
      const moves = places.slice(power).map((place) => move(place, place - power, 1));
      for (let distance = 1; distance < power; distance *= 2)
        for (let place = 0; place < power; place++)
          moves.push(move(place, place ^ distance, distance / power));
      return moves;
    }
    default:
      return places.flatMap((owner) =>
        places.filter((place) => place !== owner).map((place) => move(place, owner, 1 / n)),
      );
  }
}
