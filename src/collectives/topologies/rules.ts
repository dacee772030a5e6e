// What a file of this folder states: one way for a sum to travel. Its trees are its order of additions (E2).

/** A partial sum that a position adds. */
export interface Child {
  readonly position: number;
  /** The positions whose contributions are in it. */
  readonly contributors: readonly number[];
}

/** One chunk's way through one position. */
export interface Route {
  /** The children in the order of their addition. */
  readonly children: readonly Child[];
  /** The position that gets this one's partial sum; undefined: this one owns the chunk. */
  readonly parent: number | undefined;
  /** The position that sends the whole sum here; undefined at the owner. */
  readonly source: number | undefined;
  /** The positions that get the whole sum from here, in the order of sending: the deepest subtree first. */
  readonly to: readonly number[];
}

export interface Cost {
  /** Messages in a row on the longest path. */
  readonly steps: number;
  /** Sent by the busiest replica. */
  readonly busiestBytes: number;
  /** Sent per replica, averaged. */
  readonly meanBytes: number;
  readonly predictedMs: number;
}

export interface TopologyRules {
  /** How many chunks an all-reduce cuts a bucket into. */
  chunkCount(worldSize: number): number;
  routeOf(worldSize: number, position: number, chunk: number): Route;
  /** The row of COST.md, of an all-reduce between two replicas or more. */
  cost(worldSize: number, bytes: number, alphaMs: number, msPerByte: number): Omit<Cost, 'meanBytes'>;
}

export function modulo(a: number, n: number): number {
  return ((a % n) + n) % n;
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}
