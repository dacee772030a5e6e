// Which members run in one browser, and so on one device (H18). A replica learns of the others in its browser by the
// browser's locks and names those of this room in its hello; nothing names a device. What a peer says of others counts
// only where they say it too. Pure.
import type { MemberId } from '../../membership/view';

/** The most peers of one hello. */
export const mostBeside = 16;

/** What a hello says: of the replicas in this browser those that this room knows. */
export function besideIn(inBrowser: readonly MemberId[], known: readonly MemberId[]): readonly MemberId[] {
  return inBrowser
    .filter((id) => known.includes(id))
    .sort()
    .slice(0, mostBeside);
}

/** Groups of two and more that share a device, each by id. `saidBy`: whom a replica names; `self` knows it for sure. */
export function sharedDevices(
  ids: readonly MemberId[],
  self: MemberId,
  saidBy: (id: MemberId) => readonly MemberId[],
): readonly (readonly MemberId[])[] {
  const named = new Map(ids.map((id) => [id, new Set(saidBy(id))]));
  const says = (a: MemberId, b: MemberId): boolean => named.get(a)?.has(b) === true;
  const isShared = (a: MemberId, b: MemberId): boolean =>
    a === self || b === self ? says(self, a === self ? b : a) : says(a, b) && says(b, a);
  const left = new Set([...ids].sort());
  const groups: MemberId[][] = [];
  for (const first of left) {
    const group = [first];
    left.delete(first);
    for (const one of group)
      for (const other of left)
        if (isShared(one, other)) {
          group.push(other);
          left.delete(other);
        }
    if (group.length > 1) groups.push(group.sort());
  }
  return groups;
}
