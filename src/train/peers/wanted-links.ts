// Whom a replica wants a link to: pure. In a small room everyone; in a larger one only those that its view needs
// (ring edges and chords), and at the ring's doors the newcomers, a few at a time: so nobody keeps more than `maxLinks`.
// Newcomers wait to be called; who has seen a door knows the others and calls them too.
import { doorsOf, fullMeshLimit, linksNeeded } from '../../membership/links-needed';
import type { MemberId, View } from '../../membership/view';

/** A full mesh, 8 newcomers at its doors, and one to spare. */
export const maxLinks = 16;
/** As many as a record names (H1). */
const newcomersAtOnce = 8;

export interface LinkSituation {
  readonly self: MemberId;
  readonly view: View | undefined;
  /** Who is at the server, by arrival. */
  readonly room: readonly MemberId[];
  /** Called for long, and they do not ask to be admitted: others first. */
  readonly stale: ReadonlySet<MemberId>;
  /** Of the ring outside of which this replica stands. */
  readonly doors: readonly MemberId[];
}

export interface LinkWishes {
  readonly wanted: readonly MemberId[];
  /** In a large room links that nobody needs are closed after a while. */
  readonly isLarge: boolean;
}

export function wantedLinks({ self, view, room, stale, doors }: LinkSituation): LinkWishes {
  const others = [...new Set([...room, ...(view?.members ?? [])])].filter((peer) => peer !== self);
  if (others.length < fullMeshLimit) return { wanted: others, isLarge: false };
  if (!view) return { wanted: doors.filter((peer) => peer !== self), isLarge: true };
  const needed = linksNeeded(view, self);
  if (!doorsOf(view).includes(self)) return { wanted: needed, isLarge: true };
  const outside = others.filter((peer) => !view.members.includes(peer));
  const newcomers = [
    ...outside.filter((peer) => !stale.has(peer)),
    ...outside.filter((peer) => stale.has(peer)),
  ];
  return { wanted: [...needed, ...newcomers.slice(0, newcomersAtOnce)], isLarge: true };
}
