// A view: the members of the ring now. A quorum of the previous view installs it. Every frame names a view's lineage and
// generation, so that no frame of an older membership can enter a newer sum.

/** 16 hex digits, random, one per replica instance (a reloaded tab is a new member). */
export type MemberId = string;

export const maxMembers = 64;

export interface View {
  /** 8 hex digits. It changes only when a minority continues alone (S4). Lineages never merge. */
  readonly lineage: string;
  /** Rises by at least one at every change of membership or ring order, and at every failed attempt. */
  readonly generation: number;
  /** The members by seniority: the index is the rank. */
  readonly members: readonly MemberId[];
  /** Ranks in ring order: ring[i] sends to ring[i + 1]. */
  readonly ring: readonly number[];
}

export function sameView(a: View, b: View): boolean {
  return (
    a === b ||
    (a.lineage === b.lineage &&
      a.generation === b.generation &&
      a.members.join() === b.members.join() &&
      a.ring.join() === b.ring.join())
  );
}

export function rankOf(view: View, member: MemberId): number {
  return view.members.indexOf(member);
}

/** The member that `member` sends to around the ring; itself when it is alone. */
export function successorOf(view: View, member: MemberId): MemberId {
  const at = view.ring.indexOf(rankOf(view, member));
  return view.members[view.ring[(at + 1) % view.ring.length]];
}

export function predecessorOf(view: View, member: MemberId): MemberId {
  const at = view.ring.indexOf(rankOf(view, member));
  return view.members[view.ring[(at + view.ring.length - 1) % view.ring.length]];
}
