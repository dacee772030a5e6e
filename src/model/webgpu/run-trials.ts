// Runs single calls on the device for the check by known answers. Each tensor of a trial has a buffer of its own. All
// calls go in one submit, and all results come back in one readback.
import { fromHalfs, toHalfs } from '../../base/float16';
import type { GpuContext } from '../../gpu/device';
import { encodePass, prepare } from '../../gpu/program';
import { scratchTensor, type Lowered, type Target } from '../../ops/lowering';
import {
  resultsOf,
  type CallTrial,
  type TensorValues,
  type TrialResult,
  type TrialTensor,
} from '../call-trial';
import type { DeviceCall } from './device-calls';
import { elementBytes } from './gpu-layout';

export async function runTrials(
  { device, kernels }: GpuContext,
  target: Target,
  trials: readonly CallTrial[],
  { watch, take }: DeviceCall,
): Promise<TrialResult[]> {
  const lowered = trials.map(({ call }) => call.lower(target));
  const pipelines = lowered.flatMap(({ calls }) => calls.map(({ kernel }) => kernels.pipeline(kernel)));
  await watch.until(Promise.all(pipelines), 'the kernels of the known answers');
  const created: GPUBuffer[] = [];
  const create = (label: string, size: number): GPUBuffer => {
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC;
    const buffer = device.createBuffer({ label, size, usage });
    created.push(buffer);
    return buffer;
  };
  try {
    const encoder = device.createCommandEncoder({ label: 'known answers' });
    const copies: { readonly trial: number; readonly name: string; readonly from: GPUBuffer }[] = [];
    for (const [at, trial] of trials.entries()) {
      const buffers = upload(device, trial, lowered[at], target, create);
      const dispatches = await prepare(device, kernels, lowered[at].calls, (name) => ({
        buffer: buffers.get(name)!,
      }));
      encodePass(encoder, trial.call.op, dispatches);
      for (const name of resultsOf(trial)) copies.push({ trial: at, name, from: buffers.get(name)! });
    }
    const bytes = copies.reduce((sum, { from }) => sum + from.size, 0);
    const staging = take(bytes);
    let offset = 0;
    const places = copies.map(({ from, ...copy }) => {
      encoder.copyBufferToBuffer(from, 0, staging.buffer, offset, from.size);
      const place = { ...copy, offset, size: from.size };
      offset += from.size;
      return place;
    });
    device.queue.submit([encoder.finish()]);
    await watch.until(staging.map(), 'the GPU');
    const contents = staging.contents().slice();
    const results = trials.map(() => new Map<string, TensorValues>());
    for (const { trial, name, offset: start, size } of places) {
      const tensor = trials[trial].tensors.get(name)!;
      results[trial].set(name, fromBytes(contents.slice(start, start + size), tensor, target));
    }
    return results;
  } finally {
    for (const buffer of created) buffer.destroy();
  }
}

function upload(
  device: GPUDevice,
  { tensors }: CallTrial,
  { scratch }: Lowered,
  target: Target,
  create: (label: string, size: number) => GPUBuffer,
): Map<string, GPUBuffer> {
  const buffers = new Map<string, GPUBuffer>();
  for (const [name, tensor] of tensors) {
    const bytes = toBytes(tensor, target);
    const buffer = create(name, bytes.byteLength);
    device.queue.writeBuffer(buffer, 0, bytes);
    buffers.set(name, buffer);
  }
  if (scratch > 0) buffers.set(scratchTensor, create(scratchTensor, 4 * scratch));
  return buffers;
}

const isHalf = ({ storage }: TrialTensor, target: Target): boolean => elementBytes(storage, target) === 2;

/** Whole words. */
function toBytes(tensor: TrialTensor, target: Target): ArrayBuffer {
  const { values } = tensor;
  if (!isHalf(tensor, target)) return values.slice().buffer as ArrayBuffer;
  const halves = new Uint16Array(2 * Math.ceil(values.length / 2));
  toHalfs(values as Float32Array, halves.subarray(0, values.length));
  return halves.buffer;
}

function fromBytes(bytes: ArrayBuffer, tensor: TrialTensor, target: Target): TensorValues {
  if (tensor.storage === 'u32') return new Uint32Array(bytes);
  if (!isHalf(tensor, target)) return new Float32Array(bytes);
  const values = new Float32Array(tensor.values.length);
  fromHalfs(new Uint16Array(bytes, 0, values.length), values);
  return values;
}
