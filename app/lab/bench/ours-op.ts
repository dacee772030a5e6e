// Calls of src/ops as a contender: one encoder, one pass and one submit per run, as in a plan.
import { encodePass, prepare } from '../../../src/gpu/program';
import { acquireDevice, type GpuContext } from '../../../src/gpu/device';
import { targetOf } from '../../../src/model/webgpu/gpu-plan';
import { scratchTensor } from '../../../src/ops/lowering';
import type { OpCall } from '../../../src/ops/op-call';
import type { Contender } from './contender';

export async function ourContext(): Promise<GpuContext> {
  const acquired = await acquireDevice();
  if (!acquired.ok) throw new Error(acquired.error.message);
  return acquired.value;
}

/** `tensors` has every operand: its values, or only its length when it is written before it is read. */
export async function ourOp(
  calls: readonly OpCall[],
  tensors: Readonly<Record<string, Float32Array | Uint32Array | number>>,
  results: readonly { readonly tensor: string; readonly length: number }[],
): Promise<Contender> {
  const context = await ourContext();
  const { device, kernels } = context;
  const lowered = calls.map((call) => call.lower(targetOf(context)));
  const scratch = Math.max(0, ...lowered.map((one) => one.scratch));
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
  const buffers = new Map<string, GPUBuffer>();
  const sized = scratch > 0 ? { ...tensors, [scratchTensor]: scratch } : tensors;
  for (const [label, tensor] of Object.entries(sized)) {
    const size = 4 * (typeof tensor === 'number' ? tensor : tensor.length);
    const buffer = device.createBuffer({ label, size, usage });
    if (typeof tensor !== 'number') device.queue.writeBuffer(buffer, 0, tensor as Float32Array<ArrayBuffer>);
    buffers.set(label, buffer);
  }
  const dispatches = await prepare(
    device,
    kernels,
    lowered.flatMap((one) => one.calls),
    (name) => ({ buffer: buffers.get(name)! }),
  );
  const run = async (): Promise<void> => {
    const encoder = device.createCommandEncoder();
    encodePass(encoder, 'bench', dispatches);
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
  };
  return {
    async check() {
      await run();
      return Promise.all(
        results.map(({ tensor, length }) => readBuffer(device, buffers.get(tensor)!, 4 * length)),
      );
    },
    run,
    dispose: () => destroyContext(context),
  };
}

export function destroyContext({ device, faults }: GpuContext): void {
  faults.expectLoss();
  device.destroy();
}

async function readBuffer(device: GPUDevice, buffer: GPUBuffer, byteLength: number): Promise<Float32Array> {
  const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
  const staging = device.createBuffer({ size: byteLength, usage });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, byteLength);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const values = new Float32Array(staging.getMappedRange()).slice();
  staging.destroy();
  return values;
}
