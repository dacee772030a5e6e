// Starts a compute thread as a worker thread of Node.
import { Worker, type TransferListItem } from 'node:worker_threads';
import type { ComputeThread, SpawnThread, ThreadEvents } from '../../model/simd/compute-threads';

/** The entry loads what it needs: this process may have been started with other loaders. */
export const spawnComputeThread = spawnFrom(new URL('./compute-thread-entry.mjs', import.meta.url));

/** Threads of an entry that loads by itself: one file, or one that registers its loaders. */
export function spawnFrom(entry: string | URL): SpawnThread {
  return (name, events) => nodeThread(new Worker(entry, { name, execArgv: [] }), events);
}

function nodeThread(worker: Worker, events: ThreadEvents): ComputeThread {
  worker.on('message', (message) => events.message(message));
  worker.on('messageerror', (error) => events.failed(error.message));
  worker.on('error', (error) => events.failed(error.message));
  worker.on('exit', (code) => events.failed(`exit code ${code}`));
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer as TransferListItem[]),
    terminate: () => void worker.terminate(),
  };
}
