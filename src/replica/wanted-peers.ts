// Whom a page should be linked to: pure. In a small room everyone; above 8, whom the ring needs: a member its ring
// edges and chords, a newcomer the ring's doors (H6), and before it knows those, a few members that can name them.
// A class of 30 so holds some ten connections a page instead of 29.
import { fullMeshLimit } from '../collectives/links-needed';

export interface KnownPeers {
  readonly self: string;
  /** By arrival at the server. */
  readonly roster: readonly { readonly id: string; readonly inRing: boolean }[];
  /** Of the view this replica lives in; empty outside. */
  readonly members: readonly string[];
  /** Whom the ring says it needs: links of the view, or the doors for a newcomer. */
  readonly needed: readonly string[];
}

/** Of these, one answers soon; each newcomer begins at another, so that no member is asked by all. */
const entries = 3;

export function wantedPeers({ self, roster, members, needed }: KnownPeers): ReadonlySet<string> {
  const all = new Set([...roster.map(({ id }) => id), ...members]);
  all.delete(self);
  if (all.size < fullMeshLimit) return all;
  const known = needed.filter((id) => id !== self);
  if (members.length > 0 || known.length > 0) return new Set(known);
  const inside = roster.filter(({ id, inRing }) => inRing && id !== self).map(({ id }) => id);
  const first = inside.length > 0 ? parseInt(self.slice(-4), 16) % inside.length : 0;
  return new Set([...inside.slice(first), ...inside.slice(0, first)].slice(0, entries));
}
