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

/** The ring steps of one phase. */
export function ringSteps(worldSize: number): number {
  return worldSize - 1;
}

/** The chunk that `position` sends in ring step `step` (0 … N−2) of the phase. */
export function sentChunk(phase: ReducePhase, position: number, step: number, worldSize: number): number {
  return modulo(phase === 'reduce-scatter' ? position - step : position + 1 - step, worldSize);
}

/** The chunk that `position` receives in ring step `step`: its predecessor sends it in that step. */
export function receivedChunk(phase: ReducePhase, position: number, step: number, worldSize: number): number {
  return sentChunk(phase, position - 1, step, worldSize);
}

/** The ring step in which `position` receives `chunk`; undefined when it never does in this phase. */
export function stepReceiving(
  phase: ReducePhase,
  position: number,
  chunk: number,
  worldSize: number,
): number | undefined {
  const first = phase === 'reduce-scatter' ? position - 1 : position;
  const step = modulo(first - chunk, worldSize);
  return step < ringSteps(worldSize) ? step : undefined;
}

/** The position that holds the whole sum of `chunk` after the reduce-scatter. */
export function ownerOf(chunk: number, worldSize: number): number {
  return modulo(chunk - 1, worldSize);
}

/** The positions in the order in which their contributions to `chunk` are added. */
export function additionPath(chunk: number, worldSize: number): readonly number[] {
  return Array.from({ length: worldSize }, (_, hop) => modulo(chunk + hop, worldSize));
}

/** Payload elements that `position` sends in a whole all-reduce: 2(N−1)/N · length when N divides it. */
export function sentElements(length: number, worldSize: number, position: number): number {
  let sum = 0;
  for (const phase of ['reduce-scatter', 'all-gather'] as const)
    for (let step = 0; step < ringSteps(worldSize); step++) {
      const { start, end } = chunkSpan(length, worldSize, sentChunk(phase, position, step, worldSize));
      sum += end - start;
    }
  return sum;
}

function modulo(a: number, n: number): number {
  return ((a % n) + n) % n;
}
