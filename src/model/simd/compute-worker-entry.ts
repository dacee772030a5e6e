// The entry of a compute thread in a browser.
import { computeThread } from './compute-thread';
import type { ToComputeThread } from './thread-messages';

const receive = computeThread((message, transfer = []) => postMessage(message, transfer));
self.onmessage = ({ data }: MessageEvent<ToComputeThread>) => receive(data);
