// Dispatches with pipelines and bind groups made once, recorded into one compute pass as often as wanted. One pass
// matters: 100 passes instead of 1 cost 95 % on one phone GPU (gpuweb #2046).
import type { KernelCache, KernelCall } from './kernel-cache';

export interface Dispatch {
  readonly pipeline: GPUComputePipeline;
  readonly bindGroup: GPUBindGroup;
  readonly workgroups: readonly [x: number, y: number, z: number];
}

/** Where a named tensor lives: a binding at a 256-byte aligned offset. */
export type Place = GPUBufferBinding;

/** Compiles the kernels in parallel and binds the tensors. */
export async function prepare(
  device: GPUDevice,
  kernels: KernelCache,
  calls: readonly KernelCall[],
  place: (tensor: string) => Place,
): Promise<Dispatch[]> {
  const pipelines = await Promise.all(calls.map((call) => kernels.pipeline(call.kernel)));
  return calls.map(({ kernel, operands, sizes, workgroups }, index) => ({
    pipeline: pipelines[index],
    bindGroup: device.createBindGroup({
      label: `${kernel.label}: ${operands.join(', ')}`,
      layout: kernels.layout(kernel.access),
      entries: [...operands.map(place), ...(sizes ? [{ buffer: kernels.sizes(sizes) }] : [])].map(
        (resource, binding) => ({ binding, resource }),
      ),
    }),
    workgroups,
  }));
}

export function encodePass(
  encoder: GPUCommandEncoder,
  label: string,
  dispatches: readonly Dispatch[],
  timestampWrites?: GPUComputePassTimestampWrites,
): void {
  if (dispatches.length === 0) return;
  const pass = encoder.beginComputePass({ label, timestampWrites });
  let bound: GPUComputePipeline | undefined;
  for (const { pipeline, bindGroup, workgroups } of dispatches) {
    if (pipeline !== bound) pass.setPipeline(pipeline);
    bound = pipeline;
    pass.setBindGroup(0, bindGroup);
    pass.dispatchWorkgroups(...workgroups);
  }
  pass.end();
}
