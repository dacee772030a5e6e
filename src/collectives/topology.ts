// The ways a sum can travel: a file each in topologies/. A topology cuts a bucket into chunks and gives every chunk a tree
// of positions: partial sums climb to the chunk's owner, and the owner's bytes come down again, unchanged (E2). A position
// adds its children's partial sums to its own contribution, one after the other in the stated order, so a sum is the same
// on every run.
import { halvingDoubling } from './topologies/halving-doubling';
import { ring } from './topologies/ring';
import type { Route, TopologyRules } from './topologies/rules';
import { range } from './topologies/rules';
import { direct, star } from './topologies/star';
import { tree } from './topologies/tree';
import { twoLevels } from './topologies/two-levels';

/** A new one is its file and its line here. */
const rules = {
  ring,
  tree,
  star,
  'halving-doubling': halvingDoubling,
  direct,
  /** Nobody shares a machine: then it is direct. */
  'two-levels': direct,
} as const satisfies Readonly<Record<string, TopologyRules>>;

export type Topology = keyof typeof rules;
export const topologies = Object.keys(rules) as readonly Topology[];
export const topologyRules: Readonly<Record<Topology, TopologyRules>> = rules;

/** Two levels, with the group of each ring position as a digit: members of one group share a machine (C2g). So whoever
 *  knows the path knows the order of its additions. */
export type Grouped = `two-levels:${string}`;
/** Sums travel along the trees of these. */
export type TreePath = Topology | Grouped;

/** The ways of a sum as screens tell them: along a topology's trees, or gathered, every contribution to every member
 *  (gathered-sum.ts). */
export const sumPaths = [...topologies, 'gathered'] as const;
export type ShownPath = (typeof sumPaths)[number];

/** Gathered, a contribution goes from its member to all others, or around the ring. */
export type GatheredPath = 'gathered' | 'gathered-around';
export type SumPath = TreePath | GatheredPath;

const grouped = 'two-levels:' satisfies Grouped;

/** `groups`: of each ring position, numbered in order of first position; at most 10. */
export function groupedPath(groups: readonly number[]): Grouped {
  return `${grouped}${groups.join('')}`;
}

/** The group of each ring position; undefined: nobody is in a group with others. */
export function groupsOfPath(path: SumPath): readonly number[] | undefined {
  return path.startsWith(grouped) ? [...path.slice(grouped.length)].map(Number) : undefined;
}

export function isTreePath(path: SumPath): path is TreePath {
  return path in rules || path.startsWith(grouped);
}

/** The topology that a path belongs to. */
function topologyOf(path: TreePath): Topology {
  return path in rules ? (path as Topology) : 'two-levels';
}

export function shownPath(path: SumPath): ShownPath {
  return isTreePath(path) ? topologyOf(path) : 'gathered';
}

export function rulesOf(path: TreePath): TopologyRules {
  const groups = groupsOfPath(path);
  return groups ? twoLevels(groups) : rules[path as Topology];
}

export function chunkCount(path: TreePath, worldSize: number): number {
  return rulesOf(path).chunkCount(worldSize);
}

export function routeOf(path: TreePath, worldSize: number, position: number, chunk: number): Route {
  return rulesOf(path).routeOf(worldSize, position, chunk);
}

/** The position that holds the whole sum of `chunk` first. */
export function ownerOf(path: TreePath, worldSize: number, chunk: number): number {
  const { routeOf } = rulesOf(path);
  const owner = range(0, worldSize).find(
    (position) => routeOf(worldSize, position, chunk).parent === undefined,
  );
  if (owner === undefined) throw new Error(`nobody owns chunk ${chunk} of a ${path} of ${worldSize}`);
  return owner;
}
