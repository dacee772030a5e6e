// Starts a compute thread as a Worker of this page or of this Worker.
import type { SpawnThread } from './compute-threads';

const spawnWorker: SpawnThread = (name, events) => {
  const worker = new Worker(new URL('./compute-worker-entry.ts', import.meta.url), { type: 'module', name });
  worker.onmessage = ({ data }) => events.message(data);
  worker.onerror = (event) => {
    event.preventDefault();
    events.failed(event.message || 'its script could not be loaded');
  };
  worker.onmessageerror = () => events.failed('a message could not be read');
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    terminate: () => worker.terminate(),
  };
};

/** undefined where a thread has no Workers to start, as in Node. */
export const spawnHere = typeof Worker === 'undefined' ? undefined : spawnWorker;
