// Runs one lowered call on given tensors and reads results back, for the ops' tests on a device.
import { logged } from '../../base/sayings';
import { acquireDevice, type GpuContext } from '../../gpu/device';
import { encodePass, prepare } from '../../gpu/program';
import { StagingPool } from '../../gpu/staging';
import { scratchTensor, type Lowered } from '../lowering';

let shared: Promise<GpuContext> | undefined;

/** One device for all tests of a page that leave it as it is: each kernel is compiled once. Tests that change, break or end
 *  their device ask for one of their own. */
export function sharedContext(): Promise<GpuContext> {
  return (shared ??= contextForTests());
}

/** The test fails without an adapter; it never skips. */
export async function contextForTests(): Promise<GpuContext> {
  const acquired = await acquireDevice();
  if (!acquired.ok) throw new Error(`${acquired.error.code}: ${logged(acquired.error.says)}`);
  return acquired.value;
}

/** Uploads the tensors, runs the launches once and returns the named tensors as they are afterwards. */
export async function runLowered<Tensors extends Readonly<Record<string, Float32Array | Uint32Array>>>(
  { device, kernels, faults, clock }: GpuContext,
  { calls, scratch }: Lowered,
  tensors: Tensors,
  results: readonly (keyof Tensors & string)[],
): Promise<Record<keyof Tensors & string, Float32Array>> {
  const buffers = new Map<string, GPUBuffer>();
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const create = (label: string, length: number): GPUBuffer => {
    const buffer = device.createBuffer({ label, size: 4 * length, usage });
    buffers.set(label, buffer);
    return buffer;
  };
  for (const [name, tensor] of Object.entries(tensors))
    device.queue.writeBuffer(create(name, tensor.length), 0, tensor as Float32Array<ArrayBuffer>);
  if (scratch > 0) create(scratchTensor, scratch);
  const pool = new StagingPool(device, clock);
  const watch = faults.watch();
  try {
    const dispatches = await prepare(device, kernels, calls, (name) => ({ buffer: buffers.get(name)! }));
    const encoder = device.createCommandEncoder();
    encodePass(encoder, 'test', dispatches);
    const stagings = results.map((name) => {
      const staging = pool.take(buffers.get(name)!.size);
      encoder.copyBufferToBuffer(buffers.get(name)!, 0, staging.buffer, 0, staging.byteLength);
      return staging;
    });
    device.queue.submit([encoder.finish()]);
    const read = {} as Record<keyof Tensors & string, Float32Array>;
    for (const [at, staging] of stagings.entries()) {
      await watch.until(staging.map(), 'the GPU');
      read[results[at]] = new Float32Array(staging.contents().slice());
      staging.release();
    }
    return read;
  } finally {
    watch.close();
    pool.destroy();
    buffers.forEach((buffer) => buffer.destroy());
  }
}
