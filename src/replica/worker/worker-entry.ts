// The entry of a replica's Worker: one replica, and the page's messages for it.
import { beginReplica, type WorkerReplica } from './worker';
import type { ToWorker } from './worker-messages';

let replica: WorkerReplica | undefined;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'begin') replica = beginReplica(data, (message) => postMessage(message));
  else replica?.receive(data);
};
