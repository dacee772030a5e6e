// The ways a sum can travel. A topology cuts a bucket into chunks and gives every chunk a tree of positions: partial sums
// climb to the chunk's owner, and the owner's bytes come down again, unchanged (E2). A position adds its children's
// partial sums to its own contribution, one after the other in the stated order, so a sum is the same on every run.
// – ring (Patarasu & Yuan 2009): N chunks; the tree of chunk c is the path c, c + 1, … c + N − 1.
// – tree: one chunk, a binomial tree with its root at position 0.
// – star: one chunk; position 0 is the parameter server.
// – direct: N chunks; position c is the parameter server of chunk c.
// – halving–doubling (Rabenseifner 2004): P chunks, P the largest power of two ≤ N. The tree of chunk c is the binomial
//   tree of its exchanges. Positions from P on first give their contribution to position − P.

export const topologies = ['ring', 'tree', 'star', 'halving-doubling', 'direct'] as const;
export type Topology = (typeof topologies)[number];

/** How a sum travels: along a topology's trees, or gathered, every contribution to every member (gathered-sum.ts). */
export const sumPaths = [...topologies, 'gathered'] as const;
export type SumPath = (typeof sumPaths)[number];

/** A partial sum that a position adds. */
export interface Child {
  readonly position: number;
  /** The positions whose contributions are in it. */
  readonly contributors: readonly number[];
}

/** One chunk's way through one position. */
export interface Route {
  /** In the order of their addition. */
  readonly children: readonly Child[];
  /** The position that gets this one's partial sum; undefined: this one owns the chunk. */
  readonly parent: number | undefined;
  /** The position that sends the whole sum here; undefined at the owner. */
  readonly source: number | undefined;
  /** The positions that get the whole sum from here, in the order of sending: the deepest subtree first. */
  readonly to: readonly number[];
}

export function chunkCount(topology: Topology, worldSize: number): number {
  switch (topology) {
    case 'ring':
    case 'direct':
      return worldSize;
    case 'tree':
    case 'star':
      return 1;
    case 'halving-doubling':
      return powerBelow(worldSize);
    default:
      return topology satisfies never;
  }
}

export function routeOf(topology: Topology, worldSize: number, position: number, chunk: number): Route {
  switch (topology) {
    case 'ring':
      return ringRoute(worldSize, position, chunk);
    case 'tree':
      return treeRoute(worldSize, position);
    case 'star':
      return starRoute(worldSize, position, 0);
    case 'direct':
      return starRoute(worldSize, position, chunk);
    case 'halving-doubling':
      return exchangeRoute(worldSize, position, chunk);
    default:
      return topology satisfies never;
  }
}

/** The position that holds the whole sum of `chunk` first. */
export function ownerOf(topology: Topology, worldSize: number, chunk: number): number {
  for (let position = 0; position < worldSize; position++)
    if (routeOf(topology, worldSize, position, chunk).parent === undefined) return position;
  throw new Error(`nobody owns chunk ${chunk} of a ${topology} of ${worldSize}`);
}

function ringRoute(worldSize: number, position: number, chunk: number): Route {
  const hop = modulo(position - chunk, worldSize); // 0: adds nothing; worldSize − 1: the owner
  const before = {
    position: modulo(position - 1, worldSize),
    contributors: Array.from({ length: hop }, (_, i) => modulo(chunk + i, worldSize)),
  };
  const after = modulo(position + 1, worldSize);
  const isOwner = hop === worldSize - 1;
  return {
    children: hop === 0 ? [] : [before],
    parent: isOwner ? undefined : after,
    source: isOwner ? undefined : before.position,
    // The whole sum goes on around the ring, from the owner to the position before it.
    to: worldSize === 1 || hop === worldSize - 2 ? [] : [after],
  };
}

function treeRoute(worldSize: number, position: number): Route {
  const children: Child[] = [];
  let step = 1;
  for (; position % (2 * step) === 0 && position + step < worldSize; step *= 2)
    children.push({
      position: position + step,
      contributors: range(position + step, Math.min(position + 2 * step, worldSize)),
    });
  const parent = position === 0 ? undefined : position - (position & -position);
  return {
    children,
    parent,
    source: parent,
    to: children.map((child) => child.position).reverse(),
  };
}

function starRoute(worldSize: number, position: number, root: number): Route {
  if (position !== root) return { children: [], parent: root, source: root, to: [] };
  const others = range(0, worldSize).filter((other) => other !== root);
  return {
    children: others.map((other) => ({ position: other, contributors: [other] })),
    parent: undefined,
    source: undefined,
    to: others,
  };
}

/** Bits from the highest to the lowest are the rounds. In each a position sends the half that its partner keeps. */
function exchangeRoute(worldSize: number, position: number, chunk: number): Route {
  const power = powerBelow(worldSize);
  if (position >= power) return { children: [], parent: position - power, source: position - power, to: [] };
  const surplusOf = (at: number): number[] => (at + power < worldSize ? [at + power] : []);
  const children: Child[] = surplusOf(position).map((other) => ({ position: other, contributors: [other] }));
  let bit = power >> 1;
  // While position and chunk agree, the partner's half comes here; where they differ first, this one goes there.
  for (; bit > 0 && (position & bit) === (chunk & bit); bit >>= 1) {
    const partner = position ^ bit;
    children.push({ position: partner, contributors: sentBy(partner, bit) });
  }
  function sentBy(at: number, sentIn: number): number[] {
    const sum = [at, ...surplusOf(at)];
    for (let round = power >> 1; round > sentIn; round >>= 1) sum.push(...sentBy(at ^ round, round));
    return sum;
  }
  const parent = bit > 0 ? position ^ bit : undefined;
  return {
    children,
    parent,
    source: parent,
    to: children.map((child) => child.position).reverse(),
  };
}

function powerBelow(worldSize: number): number {
  return 2 ** Math.floor(Math.log2(worldSize));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function modulo(a: number, n: number): number {
  return ((a % n) + n) % n;
}
