// A peer's name from its id, as inert text; ids that are not in the snapshot any more are shortened.
import type { Snapshot } from '../../src/replica/protocol';

export function peerName(snapshot: Snapshot, id: string): string {
  const peer = snapshot.peers.find((candidate) => candidate.id === id);
  return peer ? peer.name : `peer ${id.slice(0, 6)}`;
}
