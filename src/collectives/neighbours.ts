// How the sums of a view travel, and the members that send to each other in them.
import { isGathered, type CompressionSetting } from '../codecs/setting';
import { fullMeshLimit } from '../membership/links-needed';
import { predecessorOf, rankOf, successorOf, type MemberId, type View } from '../membership/view';
import {
  chunkCount,
  isTreePath,
  routeOf,
  type GatheredPath,
  type SumPath,
  type Topology,
  type TreePath,
} from './topology';

/** The path that a view uses. A view without a full mesh has links for the ring only (C2f). */
export function sumPathOf(
  settings: PathSettings,
  { members }: View,
  bytes?: number,
  isApart?: boolean,
): SumPath {
  return sumPathAmong(settings, members.length, bytes, isApart);
}

export interface PathSettings {
  readonly topology: Topology;
  readonly codec: CompressionSetting;
  /** C12; absent: 0. */
  readonly gatherBytes?: number | undefined;
  /** Each part is judged by itself, so all members get all parts (S25a); absent: false. */
  readonly boundedParts?: boolean | undefined;
}

/** `bytes`: of the whole vector as f32, where all members are linked to each other. `isApart`: two members are to be kept
 *  apart, so each sends to one other only (S21b). */
export function sumPathAmong(
  { topology, codec, gatherBytes = 0, boundedParts = false }: PathSettings,
  worldSize: number,
  bytes = Infinity,
  isApart = false,
): SumPath {
  const isAround = worldSize > fullMeshLimit || isApart;
  if (worldSize > 1 && (isGathered(codec) || boundedParts)) return isAround ? 'gathered-around' : 'gathered';
  if (isAround) return 'ring';
  return worldSize > 1 && codec.kind === 'f32' && bytes <= gatherBytes ? 'gathered' : topology;
}

/** The members that `self` sends to. */
export function targetsOf(path: SumPath, view: View, self: MemberId): readonly MemberId[] {
  if (!isTreePath(path)) return gatheredNeighbours(path, view, self, successorOf);
  return neighbours(path, view, self, ({ parent, to }) => (parent === undefined ? to : [parent, ...to]));
}

/** The members that send to `self`. */
export function sourcesOf(path: SumPath, view: View, self: MemberId): readonly MemberId[] {
  if (!isTreePath(path)) return gatheredNeighbours(path, view, self, predecessorOf);
  return neighbours(path, view, self, ({ children, source }) => {
    const positions = children.map(({ position }) => position);
    return source === undefined ? positions : [...positions, source];
  });
}

function gatheredNeighbours(
  path: GatheredPath,
  view: View,
  self: MemberId,
  next: typeof successorOf,
): readonly MemberId[] {
  if (path === 'gathered-around') return [next(view, self)];
  return view.members.filter((member) => member !== self);
}

function neighbours(
  path: TreePath,
  view: View,
  self: MemberId,
  positionsOf: (route: ReturnType<typeof routeOf>) => readonly number[],
): readonly MemberId[] {
  const size = view.members.length;
  const position = view.ring.indexOf(rankOf(view, self));
  const found = new Set<number>();
  for (let chunk = 0; chunk < chunkCount(path, size); chunk++)
    for (const other of positionsOf(routeOf(path, size, position, chunk))) found.add(other);
  return [...found].map((other) => view.members[view.ring[other]]);
}
