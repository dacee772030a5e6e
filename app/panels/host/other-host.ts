// The host's rights are kept by the browser: each tab of it that opens the room's address hosts the room. Pure.
import type { Snapshot } from '../../../src/replica/protocol';

/** Who hosts the room too: a tab of this browser, or one that may be anywhere. */
export function otherHost({ self, peers, devices }: Snapshot): 'here' | 'somewhere' | undefined {
  const other = peers.find(({ isHost, isSelf, state }) => isHost && !isSelf && state !== 'lost');
  if (!other) return undefined;
  return devices.some((ids) => ids.includes(self) && ids.includes(other.id)) ? 'here' : 'somewhere';
}
