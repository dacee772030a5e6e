// The entry of a compute thread that built-compute-thread.ts bundles.
import { parentPort } from 'node:worker_threads';
import { computeThread } from '../simd/compute-thread';

const receive = computeThread((message, transfer = []) =>
  parentPort!.postMessage(message, transfer as ArrayBuffer[]),
);
parentPort!.on('message', receive);
