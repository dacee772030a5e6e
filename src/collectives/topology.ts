// The ways a sum can travel: a file each in topologies/. A topology cuts a bucket into chunks and gives every chunk a tree
// of positions: partial sums climb to the chunk's owner, and the owner's bytes come down again, unchanged (E2). A position
// adds its children's partial sums to its own contribution, one after the other in the stated order, so a sum is the same
// on every run.
import { halvingDoubling } from './topologies/halving-doubling';
import { ring } from './topologies/ring';
import type { Route, TopologyRules } from './topologies/rules';
import { direct, star } from './topologies/star';
import { tree } from './topologies/tree';

/** A new one is its file and its line here. */
const rules = {
  ring,
  tree,
  star,
  'halving-doubling': halvingDoubling,
  direct,
} as const satisfies Readonly<Record<string, TopologyRules>>;

export type Topology = keyof typeof rules;
export const topologies = Object.keys(rules) as readonly Topology[];
export const topologyRules: Readonly<Record<Topology, TopologyRules>> = rules;

/** The ways of a sum as screens tell them: along a topology's trees, or gathered, every contribution to every member
 *  (gathered-sum.ts). */
export const sumPaths = [...topologies, 'gathered'] as const;
export type ShownPath = (typeof sumPaths)[number];

/** Gathered, a contribution goes from its member to all others, or around the ring. */
export type GatheredPath = 'gathered' | 'gathered-around';
export type SumPath = Topology | GatheredPath;

export function isTopology(path: SumPath): path is Topology {
  return path in rules;
}

export function shownPath(path: SumPath): ShownPath {
  return path === 'gathered-around' ? 'gathered' : path;
}

export function chunkCount(topology: Topology, worldSize: number): number {
  return topologyRules[topology].chunkCount(worldSize);
}

export function routeOf(topology: Topology, worldSize: number, position: number, chunk: number): Route {
  return topologyRules[topology].routeOf(worldSize, position, chunk);
}

/** The position that holds the whole sum of `chunk` first. */
export function ownerOf(topology: Topology, worldSize: number, chunk: number): number {
  for (let position = 0; position < worldSize; position++)
    if (routeOf(topology, worldSize, position, chunk).parent === undefined) return position;
  throw new Error(`nobody owns chunk ${chunk} of a ${topology} of ${worldSize}`);
}
