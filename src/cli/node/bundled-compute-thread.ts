// The entry of a compute thread in Node that is bundled to one file, which starts without loaders.
import { parentPort } from 'node:worker_threads';
import { computeThread } from '../../model/simd/compute-thread';

const receive = computeThread((message, transfer = []) =>
  parentPort!.postMessage(message, transfer as ArrayBuffer[]),
);
parentPort!.on('message', receive);
