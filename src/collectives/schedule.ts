// The ring schedule (Patarasu & Yuan 2009; segmented as in gloo's allreduce_ring_chunked).
// A bucket of L elements is cut into N chunks, one per ring position. Reduce-scatter: in ring step s position p sends
// chunk p − s, and adds the received values to chunk p − s − 1. After N − 1 steps position p owns the whole sum of chunk
// p + 1. All-gather: the owners' bytes travel N − 1 steps further, copied unchanged.
// Invariant (E2): chunk c is added along one path, positions c, c + 1, … c + N − 1, in that order, on every run.

export type ReducePhase = 'reduce-scatter' | 'all-gather';

/** Elements [start, end). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** 60 KiB of f32. With its header, a frame stays within the 64 KiB that a data channel carries safely. */
export const segmentElements = 15_360;

/** Chunk `chunk` of `length` elements over `worldSize` positions; the first length mod N chunks are one longer (C2). */
export function chunkSpan(length: number, worldSize: number, chunk: number): Span {
  const base = Math.floor(length / worldSize);
  const longer = length % worldSize;
  const start = chunk * base + Math.min(chunk, longer);
  return { start, end: start + base + (chunk < longer ? 1 : 0) };
}

/** The number of segments of a chunk; 0 for an empty chunk. */
export function segmentCount(chunk: Span): number {
  return Math.ceil((chunk.end - chunk.start) / segmentElements);
}

export function segmentSpan(chunk: Span, segment: number): Span {
  const start = chunk.start + segment * segmentElements;
  return { start, end: Math.min(start + segmentElements, chunk.end) };
}
