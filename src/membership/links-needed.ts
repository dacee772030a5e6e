// The links that a view needs. Up to 8 members: a full mesh. Above: each member's ring edges and a chord to the second
// member either way. So the ring can skip a dead neighbour without a new handshake. Symmetric: if a needs b, b needs a.
import { rankOf, type MemberId, type View } from './view';

/** 8 members make 28 links; a class of 30 would make 435. */
export const fullMeshLimit = 8;

/** The peers that `self` must hold a link to; empty when alone or not a member. */
export function linksNeeded(view: View, self: MemberId): readonly MemberId[] {
  const rank = rankOf(view, self);
  if (rank < 0) return [];
  if (view.members.length <= fullMeshLimit) return view.members.filter((member) => member !== self);
  const at = view.ring.indexOf(rank);
  return [1, 2, -1, -2].map((hop) => memberAt(view, at + hop));
}

/** The members to which a member passes small records on: all in a full mesh, else its next two around the ring. */
export function forwardTargets(view: View, self: MemberId): readonly MemberId[] {
  const needed = linksNeeded(view, self);
  return view.members.length <= fullMeshLimit ? needed : needed.slice(0, 2);
}

/** The members to which a newcomer is linked before it is admitted. All members while the mesh with it is full; above,
 *  the first and the last two of the ring, because the newcomer enters between them. */
export function sponsorsOf(view: View): readonly MemberId[] {
  if (view.members.length < fullMeshLimit) return view.members;
  return [0, 1, -2, -1].map((at) => memberAt(view, at));
}

function memberAt(view: View, at: number): MemberId {
  const { members, ring } = view;
  return members[ring[(at + ring.length) % ring.length]];
}
