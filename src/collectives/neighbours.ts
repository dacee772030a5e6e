// The members that send to each other in a sum.
import { fullMeshLimit } from '../membership/links-needed';
import { rankOf, type MemberId, type View } from '../membership/view';
import { chunkCount, routeOf, type Topology } from './topology';

/** The topology that a view uses. A view without a full mesh has links for the ring only. */
export function topologyOf(wanted: Topology, { members }: View): Topology {
  return members.length <= fullMeshLimit ? wanted : 'ring';
}

/** The members that `self` sends to. */
export function targetsOf(topology: Topology, view: View, self: MemberId): readonly MemberId[] {
  return neighbours(topology, view, self, ({ parent, to }) => (parent === undefined ? to : [parent, ...to]));
}

/** The members that send to `self`. */
export function sourcesOf(topology: Topology, view: View, self: MemberId): readonly MemberId[] {
  return neighbours(topology, view, self, ({ children, source }) => {
    const positions = children.map(({ position }) => position);
    return source === undefined ? positions : [...positions, source];
  });
}

function neighbours(
  topology: Topology,
  view: View,
  self: MemberId,
  positionsOf: (route: ReturnType<typeof routeOf>) => readonly number[],
): readonly MemberId[] {
  const size = view.members.length;
  const position = view.ring.indexOf(rankOf(view, self));
  const found = new Set<number>();
  for (let chunk = 0; chunk < chunkCount(topology, size); chunk++)
    for (const other of positionsOf(routeOf(topology, size, position, chunk))) found.add(other);
  return [...found].map((other) => view.members[view.ring[other]]);
}
