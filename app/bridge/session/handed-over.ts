// A ring of this page that trains already goes over to the screen of a demo, which then starts no other one.
import { currentSession } from './current-session';
import type { ReplicaHandle } from '../../../src/replica/protocol';

/** The query of the demo whose ring is the page's session already. */
let given: string | undefined;

/** Rejects where the parts of a session cannot be fetched: then nothing has changed. `handles` is asked for at the last
 *  moment; undefined: there is no such ring any more. */
export async function handOver(
  handles: () => readonly ReplicaHandle[] | undefined,
  search: string,
): Promise<void> {
  const { enterRunning } = await import('./enter-room');
  const taken = handles();
  if (!taken) return;
  enterRunning(taken);
  given = search;
}

/** Whether the session of this demo runs already. True once: the next time it is another visit. */
export function takeOver(search: string): boolean {
  const isGiven = given === search && currentSession()?.place.kind === 'alone';
  given = undefined;
  return isGiven;
}
