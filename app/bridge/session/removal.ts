// The ways in which a ring removes a replica for good (H6). The page then keeps its member id: only the host lets it in
// again.
import type { ReplicaErrorCode } from '../../../src/replica/protocol';

/** Kicked by the host, evicted for refused contributions, removed before and turned away, or not let in. */
const removals: ReadonlySet<ReplicaErrorCode> = new Set(['kicked', 'evicted', 'turned-away', 'not-let-in']);

export function isRemoval(code: ReplicaErrorCode): boolean {
  return removals.has(code);
}
