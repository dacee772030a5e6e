// The host's rights are kept by the browser: each tab of it that opens the room's address hosts the room. Pure.
import type { Snapshot } from '../../../src/replica/protocol';

/** Finds another host of the room. 'here': in a tab of this browser; 'somewhere': the ring cannot tell where. */
export function otherHost({ self, peers, devices }: Snapshot): 'here' | 'somewhere' | undefined {
  const other = peers.find(({ isHost, isSelf, state }) => isHost && !isSelf && state !== 'lost');
  if (!other) return undefined;
  return devices.some((ids) => ids.includes(self) && ids.includes(other.id)) ? 'here' : 'somewhere';
}
