// The ways in which a ring removes a replica for good (H6). The page then keeps its member id, and invites nobody.
import type { ReplicaErrorCode } from '../../../src/replica/protocol';

/** By the host, by the ring for refused contributions, or removed before and turned away. */
const removals: ReadonlySet<ReplicaErrorCode> = new Set(['kicked', 'evicted', 'turned-away']);

export function isRemoval(code: ReplicaErrorCode): boolean {
  return removals.has(code);
}
