// The WebGPU engine as a contender. Calls of src/ops: one encoder, one pass and one submit per run, as in a plan.
import { logged } from '../../../src/base/sayings';
import { encodePass, prepare } from '../../../src/gpu/program';
import { acquireDevice, type GpuContext } from '../../../src/gpu/device';
import { targetOf } from '../../../src/model/webgpu/gpu-plan';
import { createWebGpuEngine } from '../../../src/model/webgpu/webgpu-engine';
import { scratchTensor } from '../../../src/ops/lowering';
import type { Contender, OurCalls, OurTraining, RunningSystem } from './contender';
import { ourTraining } from './ours-training';

export async function startOursWebgpu(): Promise<RunningSystem> {
  const context = await ourContext();
  return {
    about: context.adapterName,
    isSoftware: context.isSoftware,
    async contender(of) {
      const work = await of.contenders.ours();
      return work.kind === 'calls' ? gpuCalls(context, work) : gpuTraining(context, work);
    },
  };
}

async function ourContext(): Promise<GpuContext> {
  const acquired = await acquireDevice();
  if (!acquired.ok) throw new Error(logged(acquired.error.says));
  return acquired.value;
}

async function gpuTraining(context: GpuContext, { task, spec }: OurTraining): Promise<Contender> {
  const engine = await createWebGpuEngine(spec, task.batch, { context });
  return ourTraining(task, engine, () => context.device.queue.onSubmittedWorkDone());
}

async function gpuCalls(context: GpuContext, { calls, tensors, results }: OurCalls): Promise<Contender> {
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
    dispose() {
      for (const buffer of buffers.values()) buffer.destroy();
    },
  };
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
