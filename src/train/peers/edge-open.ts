// Waits until there is a link to a peer: the next in the ring after a change of view may not have one yet (C8).
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { neverOpenedMs } from '../../membership/heartbeat';
import type { MemberId } from '../../membership/view';
import type { Hub } from './hub';

/** By then membership counts the link as lost, and the members have agreed on a ring without it (C8b). */
const openMs = neverOpenedMs + 5_000;

/** Rejects with a DeadlineError that names the peer. */
export async function edgeOpen(
  hub: Hub,
  clock: Clock,
  peer: MemberId,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  if (hub.link(peer)) return; // one that is still opening keeps what is sent
  const wait = waitFor<void>(clock, openMs, `the link to ${name}`, signal);
  const stop = hub.on('opened', (opened) => {
    if (opened.peer === peer) wait.settle();
  });
  await wait.promise.finally(stop);
}
