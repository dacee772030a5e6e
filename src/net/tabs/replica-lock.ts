// The Web Lock that a replica's Worker holds while it lives. Every tab of this browser sees it, and the browser frees it
// when the Worker ends in any way (L20c).
import type { Clock } from '../../base/clock';

export const replicaLockPrefix = 'lockstep replica ';

/** `id`: of a member of any room. */
export const replicaLock = (id: string): string => replicaLockPrefix + id;

/** A Worker that has just begun may not hold its lock yet. */
const lookAgainMs = 500;

/** Runs `onGone` once the replica has ended. The returned function stops waiting. */
export function whenReplicaEnds(
  locks: LockManager,
  id: string,
  clock: Clock,
  onGone: () => void,
): () => void {
  const name = replicaLock(id);
  const stop = new AbortController();
  const { signal } = stop;
  const wait = async (): Promise<void> => {
    const { held = [] } = await locks.query();
    if (signal.aborted) return;
    if (!held.some((lock) => lock.name === name && lock.mode === 'exclusive'))
      return void clock.after(lookAgainMs, () => void begin());
    await locks.request(name, { mode: 'shared', signal }, () => {
      if (!signal.aborted) onGone();
    });
  };
  // Where it was refused, silence shows the end, too.
  const begin = (): Promise<void> => wait().catch(() => undefined);
  void begin();
  return () => stop.abort();
}
