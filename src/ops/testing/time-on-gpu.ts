// Times launches on a device, for the benchmarks. Every run ends with an explicit wait for the GPU.
import type { GpuContext } from '../../gpu/device';
import type { KernelCall } from '../../gpu/kernel-cache';
import { encodePass, prepare } from '../../gpu/program';

export interface LaunchTimes {
  readonly compileMs: number;
  /** The first run, which warms up. */
  readonly firstMs: number;
  /** Of the warm runs. */
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

/** All launches in one pass, once to warm up and then `repeats` times. */
export async function timeLaunches(
  { device, kernels, clock }: GpuContext,
  launches: readonly KernelCall[],
  buffers: ReadonlyMap<string, GPUBuffer>,
  repeats: number,
): Promise<LaunchTimes> {
  const compileStartMs = clock.now();
  const dispatches = await prepare(device, kernels, launches, (name) => ({ buffer: buffers.get(name)! }));
  const compileMs = clock.now() - compileStartMs;
  const times: number[] = [];
  for (let repeat = 0; repeat <= repeats; repeat++) {
    const startMs = clock.now();
    const encoder = device.createCommandEncoder();
    encodePass(encoder, 'bench', dispatches);
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
    times.push(clock.now() - startMs);
  }
  const [firstMs, ...warm] = times;
  return { compileMs, firstMs, medianMs: warm.sort((x, y) => x - y)[repeats >> 1] };
}
