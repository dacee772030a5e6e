// The ways in which a ring removes a replica for good (H6). The page then keeps its member id, and does not offer to
// join again.
import type { ReplicaErrorCode } from '../../../src/replica/protocol';

/** Kicked by the host, evicted for refused contributions, or removed before and turned away. */
const removals: ReadonlySet<ReplicaErrorCode> = new Set(['kicked', 'evicted', 'turned-away']);

export function isRemoval(code: ReplicaErrorCode): boolean {
  return removals.has(code);
}
