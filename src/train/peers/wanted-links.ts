// Which peers a replica wants a link to (L16): pure. In a small room all of them (L16a). In a larger one only those
// that its view needs (ring edges and chords). A sponsor also wants newcomers, a few at a time (L16b), within
// `maxLinks`. A newcomer waits until a sponsor calls it and names the other sponsors.
import { sponsorsOf, fullMeshLimit, linksNeeded } from '../../membership/links-needed';
import type { MemberId, View } from '../../membership/view';

/** A full mesh, 8 newcomers per sponsor, and one to spare. */
export const maxLinks = 16;
/** The number that a record names (H1). */
const newcomersAtOnce = 8;

export interface LinkSituation {
  readonly self: MemberId;
  readonly view: View | undefined;
  /** The members at the server, by arrival. */
  readonly room: readonly MemberId[];
  /** Newcomers called long ago that have not asked for admission: others come first. */
  readonly stale: ReadonlySet<MemberId>;
  /** The sponsors of the ring that this replica wants to join. */
  readonly sponsors: readonly MemberId[];
  /** Who gives the data that this replica fetches, a few; by default nobody. */
  readonly sources?: readonly MemberId[];
}

export interface LinkWishes {
  readonly wanted: readonly MemberId[];
  /** In a large room, links that are not wanted are closed after a while (L16d). */
  readonly isLarge: boolean;
}

export function wantedLinks({ self, view, room, stale, sponsors, sources = [] }: LinkSituation): LinkWishes {
  const others = [...new Set([...room, ...(view?.members ?? [])])].filter((peer) => peer !== self);
  if (others.length < fullMeshLimit) return { wanted: others, isLarge: false };
  if (!view)
    return { wanted: [...new Set([...sponsors, ...sources])].filter((peer) => peer !== self), isLarge: true };
  const needed = linksNeeded(view, self);
  if (!sponsorsOf(view).includes(self)) return { wanted: needed, isLarge: true };
  const outside = others.filter((peer) => !view.members.includes(peer));
  const newcomers = [
    ...outside.filter((peer) => !stale.has(peer)),
    ...outside.filter((peer) => stale.has(peer)),
  ];
  return { wanted: [...needed, ...newcomers.slice(0, newcomersAtOnce)], isLarge: true };
}
