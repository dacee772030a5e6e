// The ring schedule as schedule.ts states it, in plain arithmetic: what tests compare walks and bytes with.
import { chunkSpan, type ReducePhase } from '../schedule';

/** The chunk that `position` sends in ring step `step` (0 … N−2) of the phase. */
export function sentChunk(phase: ReducePhase, position: number, step: number, worldSize: number): number {
  return modulo(phase === 'reduce-scatter' ? position - step : position + 1 - step, worldSize);
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
  return step < worldSize - 1 ? step : undefined;
}

/** Payload elements that `position` sends in a whole all-reduce: 2(N−1)/N · length when N divides it. */
export function sentElements(length: number, worldSize: number, position: number): number {
  let sum = 0;
  for (const phase of ['reduce-scatter', 'all-gather'] as const)
    for (let step = 0; step < worldSize - 1; step++) {
      const { start, end } = chunkSpan(length, worldSize, sentChunk(phase, position, step, worldSize));
      sum += end - start;
    }
  return sum;
}

function modulo(a: number, n: number): number {
  return ((a % n) + n) % n;
}
