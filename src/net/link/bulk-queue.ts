// How far a link runs ahead of its line: the bytes that the wire may hold and that have not left. A frame counts as sent
// once the wire has it (L2a), so a step may end while so many bytes still leave.
import { maxFrameBytes } from './link';

/** So much time of the measured bandwidth, so that control never waits longer. */
const queueMs = 20;
/** A queue above this only adds delay in Chromium. */
const maxQueueBytes = 1024 * 1024;

/** One frame at least, or the line would rest (L2a). */
export function bulkQueueBytes(bytesPerSecond: number): number {
  return Math.min(maxQueueBytes, Math.max(maxFrameBytes, Math.ceil((bytesPerSecond * queueMs) / 1000)));
}
