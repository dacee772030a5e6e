// The entry of a replica's Worker: passes the page's messages to one replica.
import { realClock } from '../../base/clock';
import { beginReplica, type WorkerReplica } from './worker';
import type { ToWorker } from './worker-messages';

let replica: WorkerReplica | undefined;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'begin') replica = beginReplica(data, (message) => postMessage(message), realClock);
  else replica?.receive(data);
};
