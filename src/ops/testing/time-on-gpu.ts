// Times launches on a device, for the benchmarks. A GPU is done before its browser notices, so short launches run many
// times between two stamps of the GPU.
import type { GpuContext } from '../../gpu/device';
import type { KernelCall } from '../../gpu/kernel-cache';
import { profile } from '../../gpu/profiler';
import { encodePass, prepare } from '../../gpu/program';

export interface LaunchTimes {
  readonly compileMs: number;
  /** The first run, which warms up. */
  readonly firstMs: number;
  /** The median of the warm runs. */
  readonly medianMs: number;
}

/** f32 buffers by name, of the given lengths in elements. */
export function createBuffers(
  device: GPUDevice,
  lengths: Readonly<Record<string, number>>,
): Map<string, GPUBuffer> {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST;
  return new Map(
    Object.entries(lengths).map(([label, length]) => [
      label,
      device.createBuffer({ label, size: 4 * length, usage }),
    ]),
  );
}

/** Stamps are rounded to 0.1 ms. */
const longEnoughMs = 5;

/** All launches in one pass: once to warm up, then `repeats` measurements of it or, when it is short, of many. */
export async function timeLaunches(
  context: GpuContext,
  launches: readonly KernelCall[],
  buffers: ReadonlyMap<string, GPUBuffer>,
  repeats: number,
): Promise<LaunchTimes> {
  const { device, kernels, faults, clock } = context;
  const compileStartMs = clock.now();
  const dispatches = await prepare(device, kernels, launches, (name) => ({ buffer: buffers.get(name)! }));
  const compileMs = clock.now() - compileStartMs;
  const startMs = clock.now();
  const encoder = device.createCommandEncoder();
  encodePass(encoder, 'bench', dispatches);
  device.queue.submit([encoder.finish()]);
  await device.queue.onSubmittedWorkDone();
  const firstMs = clock.now() - startMs;
  const watch = faults.watch();
  try {
    const msOf = async (passes: number): Promise<number> => {
      const all = Array.from({ length: passes }, () => dispatches).flat();
      const [{ ms }] = await profile(context, [{ op: 'bench', flops: 0, dispatches: all }], watch);
      return ms / passes;
    };
    const passes = Math.ceil(longEnoughMs / Math.max(0.01, await msOf(1)));
    const times: number[] = [];
    for (let repeat = 0; repeat < repeats; repeat++) times.push(await msOf(passes));
    return { compileMs, firstMs, medianMs: times.sort((x, y) => x - y)[repeats >> 1] };
  } finally {
    watch.close();
  }
}
