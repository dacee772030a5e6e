// The entry of a compute thread in a browser.
import { kernelModule } from '../../simd/kernel-module';
import { computeThread } from './compute-thread';
import { canShareMemory } from './engine-in-worker';
import type { ToComputeThread } from './thread-messages';

const receive = computeThread((message, transfer = []) => postMessage(message, transfer));
self.onmessage = ({ data }: MessageEvent<ToComputeThread>) => receive(data);
kernelModule('simd', canShareMemory()); // compiled before the first message, which mostly wants this one
