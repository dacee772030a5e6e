// The Workers of a ring that is only a picture, started before the parts of the page that make the ring: their script loads
// and their self-tests run while the page draws its first screen.
import type { ReplicaThread } from '../worker/replica-worker';
import { startWorker } from '../worker/spare-worker';

/** None where this browser has no Workers: the ring that wants them says so. */
export function startPictureWorkers(count: number): ReplicaThread[] {
  try {
    return Array.from({ length: count }, () => startWorker('picture'));
  } catch {
    return [];
  }
}
