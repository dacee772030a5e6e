// Relaxed SIMD only where it gains. A multiply–add that rounds once takes half the instructions on some processors. On
// others it gains nothing, or costs more than it saves.
import { instantiateKernels, kernelModule, type SimdPath } from './kernel-module';

/** Results of the two paths differ in the last bits, so a small gain is not worth it. */
const leastGain = 1.15;

/** A product of packed panels: 1 MFLOP, so some tens of microseconds. */
const [m, n, depth] = [64, 64, 128];
/** The engines of browsers replace their first code of a kernel by a faster one after some milliseconds. */
const warmUpMs = 20;
/** Clocks of pages that are not isolated tick every 100 µs. */
const turnMs = 2;
/** Per path. The smallest gain counts: other work that slows one turn down must not choose the relaxed build. */
const turns = 3;
const pageBytes = 65_536;

/** How many times as fast the relaxed build multiplies; undefined where there is no such build. */
export function relaxedGain(): number | undefined {
  const modules = [kernelModule('simd', false), kernelModule('relaxed', false)];
  if (!modules[0] || !modules[1]) return undefined;
  const packedBytes = 4 * depth * (m + n);
  const outAt = pageBytes + packedBytes;
  const pages = Math.ceil((outAt + 4 * m * n) / pageBytes);
  const multiplies = modules.map((module) => {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { setThread, multiply } = instantiateKernels(module!, memory);
    setThread(0, 1, 0);
    return () => multiply(pageBytes, outAt, m, n, depth, 0, 0, 0, 0, 0);
  });
  const timeOf = (multiply: () => void, calls: number): number => {
    const startMs = performance.now();
    for (let call = 0; call < calls; call++) multiply();
    return performance.now() - startMs;
  };
  let calls = 0;
  for (const endMs = performance.now() + warmUpMs; performance.now() < endMs; calls++)
    for (const multiply of multiplies) multiply();
  const perTurn = Math.max(1, Math.round((calls * 2 * turnMs) / warmUpMs));
  let smallest = Infinity;
  for (let turn = 0; turn < turns; turn++) {
    const [simdMs, relaxedMs] = multiplies.map((multiply) => timeOf(multiply, perTurn));
    smallest = Math.min(smallest, simdMs / relaxedMs);
  }
  return smallest;
}

/** The faster path, by the gain measured. */
export function pathFor(gain: number | undefined): SimdPath {
  return gain !== undefined && gain >= leastGain ? 'relaxed' : 'simd';
}

let chosen: SimdPath | undefined;

/** Measured once in a thread's life. */
export function choosePath(): SimdPath {
  chosen ??= pathFor(relaxedGain());
  return chosen;
}
