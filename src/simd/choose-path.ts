// Relaxed SIMD only where it gains. A multiply–add that rounds once takes half the instructions on some processors. On
// others it gains nothing, or costs more than it saves.
import { once } from '../base/once';
import { instantiateKernels, kernelModule, type SimdPath } from './kernel-module';

/** Results of the two paths differ in the last bits, so a small gain is not worth it. */
const leastGain = 1.15;

/** A product of packed panels: 1 MFLOP, so some tens of microseconds. */
const [m, n, depth] = [64, 64, 128];
/** Browsers replace the first code of a kernel by a faster one within some milliseconds. */
const warmUpMs = 20;
/** Clocks of pages that are not isolated tick every 100 µs. */
const turnMs = 1.5;
/** Turns of each path, one after the other. The fastest counts: other work of the processor can only slow a turn down. */
const turns = 10;
const pageBytes = 65_536;

/** How many times as fast the relaxed build multiplies; undefined where there is no such build. */
export function relaxedGain(): number | undefined {
  const modules = [kernelModule('simd', false), kernelModule('relaxed', false)];
  if (!modules[0] || !modules[1]) return undefined;
  const packedBytes = 4 * depth * (m + n);
  const outAt = pageBytes + packedBytes;
  const pages = Math.ceil((outAt + 4 * m * n) / pageBytes);
  // One memory for both: browsers reserve gigabytes of addresses for each, until it is collected.
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const multiplies = modules.map((module) => {
    const { setThread, multiply } = instantiateKernels(module!, memory);
    setThread(0, 1, 0);
    return () => multiply(pageBytes, outAt, m, n, depth, 0, n, 0, 0, 0, 0, 0);
  });
  const timeOf = (multiply: () => void, calls: number): number => {
    const startMs = performance.now();
    for (let call = 0; call < calls; call++) multiply();
    return performance.now() - startMs;
  };
  for (const endMs = performance.now() + warmUpMs; performance.now() < endMs;)
    for (const multiply of multiplies) multiply();
  let perTurn = 1;
  while (timeOf(multiplies[1], perTurn) < turnMs) perTurn *= 2;
  const fastest = [Infinity, Infinity];
  for (let turn = 0; turn < turns; turn++)
    multiplies.forEach((multiply, path) => {
      fastest[path] = Math.min(fastest[path], timeOf(multiply, perTurn));
    });
  return fastest[0] / fastest[1];
}

/** The faster path, by the gain measured. */
export function pathFor(gain: number | undefined): SimdPath {
  return gain !== undefined && gain >= leastGain ? 'relaxed' : 'simd';
}

/** Measured once in a thread's life. */
export const choosePath = once(() => pathFor(relaxedGain()));
