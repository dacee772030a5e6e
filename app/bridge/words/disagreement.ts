// When members hold different digests: which members hold which. The largest group comes first; ties go to the lowest
// rank.
import type { Snapshot } from '../../../src/replica/protocol';

export interface DigestGroup {
  readonly digest: string;
  readonly peers: readonly string[];
}

/** Members by the digest that they hold, the majority first; at most one group when all agree. */
export function digestGroups({ peers }: Snapshot): DigestGroup[] {
  const groups = new Map<string, string[]>();
  const members = peers.filter((peer) => peer.rank !== undefined && peer.digest !== undefined);
  for (const { digest, id } of [...members].sort((a, b) => a.rank! - b.rank!))
    groups.set(digest!, [...(groups.get(digest!) ?? []), id]);
  return [...groups]
    .map(([digest, ids]) => ({ digest, peers: ids }))
    .sort((a, b) => b.peers.length - a.peers.length);
}
