// Which links a view needs. Up to 8 members a full mesh; above, each member's ring edges and a chord to the second
// member either way, so that a dead neighbour is skipped without a new handshake. Symmetric: if a needs b, b needs a.
import { rankOf, type MemberId, type View } from './view';

/** 8 members make 28 links; the class of 30 would make 435. */
export const fullMeshLimit = 8;

/** The peers that `self` must hold a link to; empty when alone or not a member. */
export function linksNeeded(view: View, self: MemberId): readonly MemberId[] {
  const rank = rankOf(view, self);
  if (rank < 0) return [];
  if (view.members.length <= fullMeshLimit) return view.members.filter((member) => member !== self);
  const at = view.ring.indexOf(rank);
  return [1, 2, -1, -2].map((hop) => memberAt(view, at + hop));
}

/** Where a member passes small records on: to all in a full mesh, else to its next two around the ring. */
export function forwardTargets(view: View, self: MemberId): readonly MemberId[] {
  const needed = linksNeeded(view, self);
  return view.members.length <= fullMeshLimit ? needed : needed.slice(0, 2);
}

/** Whom a newcomer is linked to before it is admitted: all members as long as it makes a full mesh with them; above,
 *  the first and the last two of the ring, for it enters between them. */
export function doorsOf(view: View): readonly MemberId[] {
  if (view.members.length < fullMeshLimit) return view.members;
  return [0, 1, -2, -1].map((at) => memberAt(view, at));
}

function memberAt(view: View, at: number): MemberId {
  const { members, ring } = view;
  return members[ring[(at + ring.length) % ring.length]];
}
