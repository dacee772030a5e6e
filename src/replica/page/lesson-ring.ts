// A ring of a lesson: a demo ring on the CPU, so that its losses are the same on every device but for rounding. One
// of its replicas can be made to vanish.
import type { HostCommand, ReplicaHandle, RunConfig } from '../protocol';
import type { ReplicaThread } from '../worker/replica-worker';
import { spareWorker } from '../worker/spare-worker';
import { startDemoRing } from './demo-ring';

export interface LessonRing {
  /** The first is the host. Ending all of them ends the ring. */
  readonly handles: readonly ReplicaHandle[];
  /** Ends the Worker of one replica without a goodbye, as a crash would. */
  vanish(index: number): void;
}

/** `first`: what the host commands before its Start. */
export function startLessonRing(count: number, config: RunConfig, first: readonly HostCommand[]): LessonRing {
  const threads: ReplicaThread[] = [];
  const start = (): ReplicaThread => {
    const thread = spareWorker.start();
    threads.push(thread);
    return thread;
  };
  const handles = startDemoRing(count, config, 'cpu', { start, first });
  return { handles, vanish: (index) => threads[index].terminate() };
}
