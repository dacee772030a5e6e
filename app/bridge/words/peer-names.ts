// A peer's name, as inert text, from its id. Phases name peers already, so a text that is not an id is a name and stays
// as it is. Ids that are no longer in the snapshot are shortened.
import { t } from '@lingui/core/macro';
import type { Snapshot } from '../../../src/replica/protocol';

export function peerName(snapshot: Snapshot, idOrName: string): string {
  const peer = snapshot.peers.find((candidate) => candidate.id === idOrName);
  if (peer) return peer.name;
  return /^[0-9a-f]{16}$/.test(idOrName) ? t`peer ${{ idOrName: idOrName.slice(0, 6) }}` : idOrName;
}
