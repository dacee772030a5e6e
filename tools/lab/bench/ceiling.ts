// The best that a resource can do, measured in the same run as everything else: multiply–adds in registers, and a copy
// of as many bytes as the case moves. A ceiling takes turns with the systems, as a contender without results.
import type { Resource } from '../reports/bench-report';
import type { BenchCase, Contender, RunningSystem } from './contender';

export interface Ceiling {
  readonly about: string;
  readonly isSoftware?: boolean;
  /** Long enough to time, short enough to be repeated often. */
  readonly flops: number;
  multiplyAdd(): Promise<void>;
  /** A run repeats a copy that reads and writes `bytes`, without a pause. */
  copy(bytes: number, repeats: number): Promise<{ run(): Promise<void>; dispose(): void }>;
}

/** The bytes of a run: a few milliseconds, so that starting and waiting do not count. */
const leastCopied = 64 * 2 ** 20;

export async function startCeiling(resource: Resource): Promise<RunningSystem> {
  const ceiling =
    resource === 'webgpu'
      ? await (await import('./webgpu-ceiling')).createWebGpuCeiling()
      : await (await import('./wasm-ceiling')).createWasmCeiling(resource);
  const contender = async ({ flops, bytes }: BenchCase): Promise<Contender> => {
    const check = (): Promise<readonly Float32Array[]> => Promise.resolve([]);
    if (flops > 0)
      return { check, work: ceiling.flops, run: () => ceiling.multiplyAdd(), dispose: () => undefined };
    const repeats = Math.ceil(leastCopied / bytes);
    return { check, work: bytes * repeats, ...(await ceiling.copy(bytes, repeats)) };
  };
  return { about: ceiling.about, isSoftware: ceiling.isSoftware, contender };
}

/** ms of the fastest of `repeats` runs after a first one that does not count. */
export async function fastestMs(run: () => Promise<void>, repeats: number): Promise<number> {
  await run();
  let fastest = Infinity;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const start = performance.now();
    await run();
    fastest = Math.min(fastest, performance.now() - start);
  }
  return fastest;
}
