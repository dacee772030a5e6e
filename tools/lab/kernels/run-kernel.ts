// Runs one entry of the kernel lab on the device: compares it with the reference, and times it on request. Short
// kernels are launched many times in one pass, so that the time is the kernel's and not the submit's.
import { fromHalfs, toHalfs } from '../../../src/base/float16';
import type { GpuContext } from '../../../src/gpu/device';
import { encodePass, prepare, type Dispatch } from '../../../src/gpu/program';
import { scratchTensor } from '../../../src/ops/lowering';
import { largestDifference, tolerance } from '../../../src/ops/tolerance';
import type { KernelEntry } from './kernel-entries';
import type { LabGroup } from './lab-groups';
import type { Expected } from './references';

export interface KernelResult {
  /** Largest difference over all outputs, and the limit for the worst of them. */
  readonly difference: number;
  readonly tolerance: number;
  readonly isGood: boolean;
  readonly timing:
    | { readonly medianMs: number; readonly rate: number; readonly unit: 'GFLOP/s' | 'GB/s' }
    | undefined;
}

const timedRuns = 5;
/** Length of one timed run: long compared with a submit, short compared with a watchdog. */
const targetMs = 20;
const mostLaunches = 500;

export async function runKernel(
  { device, kernels, faults }: GpuContext,
  group: LabGroup,
  { call: index, lowered, real }: KernelEntry,
  { inputs, outputs }: Expected,
  options: { readonly isTimed: boolean },
): Promise<KernelResult> {
  const call = group.calls[index];
  const storages = new Map(group.tensors.map(({ name, storage }) => [name, storage]));
  const isHalf = (name: string): boolean => real === 'f16' && storages.get(name) === 'real';
  const buffers = new Map<string, GPUBuffer>();
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const create = (label: string, bytes: number): GPUBuffer => {
    const buffer = device.createBuffer({ label, size: Math.ceil(bytes / 4) * 4, usage });
    buffers.set(label, buffer);
    return buffer;
  };
  const watch = faults.watch();
  device.pushErrorScope('validation');
  let isScopeOpen = true;
  try {
    for (const [name, values] of inputs)
      upload(device, create(name, bytesOf(name, values.length)), values, isHalf(name));
    for (const [name, { length }] of outputs) if (!buffers.has(name)) create(name, bytesOf(name, length));
    if (lowered.scratch > 0) create(scratchTensor, 4 * lowered.scratch);
    const dispatches = await watch.until(
      prepare(device, kernels, lowered.calls, (name) => ({ buffer: buffers.get(name)! })),
      'the kernels',
    );
    const run = (launches: number): Promise<undefined> => {
      submit(device, dispatches, launches);
      return watch.until(device.queue.onSubmittedWorkDone(), 'the GPU');
    };
    await run(1);
    let difference = 0;
    let allowed = 0;
    let isGood = true;
    for (const [name, expected] of outputs) {
      const got = await watch.until(
        read(device, buffers.get(name)!, bytesOf(name, expected.length)),
        'the GPU',
      );
      const values = storages.get(name) === 'u32' ? new Uint32Array(got) : floats(got, isHalf(name));
      const off = largestDifference(values.subarray(0, expected.length), expected);
      const limit = limitOf(name, expected);
      if (!(off <= limit)) isGood = false;
      if (!(off / limit <= difference / allowed)) [difference, allowed] = [off, limit];
    }
    const timing = options.isTimed ? await time(run) : undefined;
    isScopeOpen = false;
    const invalid = await watch.until(device.popErrorScope(), 'the GPU');
    if (invalid) throw new Error(invalid.message);
    return { difference, tolerance: allowed, isGood, timing };
  } finally {
    if (isScopeOpen) device.popErrorScope().catch(() => undefined); // the call has failed already
    watch.close();
    buffers.forEach((buffer) => buffer.destroy());
  }

  function bytesOf(name: string, length: number): number {
    return length * (isHalf(name) ? 2 : 4);
  }

  /** The limit, from the number of terms of one output element and the largest number involved. */
  function limitOf(name: string, expected: Float64Array | Uint32Array): number {
    if (storages.get(name) === 'u32') return 0;
    const written = Math.max(1, ...[...outputs.values()].map(({ length }) => length));
    const readElements = [...inputs.values()].reduce((most, { length }) => Math.max(most, length), 0);
    const terms = Math.ceil(Math.max(call.flops / 2 / written, readElements / expected.length));
    const magnitude = Math.max(
      largest(expected),
      ...call.reads.filter(isReal).map((read) => largest(inputs.get(read)!)),
    );
    return tolerance(
      isHalf(name) ? 'f16' : halfInputs() ? 'f16' : 'f32',
      terms,
      Math.max(magnitude, 2 ** -20),
    );
  }

  function halfInputs(): boolean {
    return call.reads.some(isHalf);
  }

  function isReal(name: string): boolean {
    return storages.get(name) !== 'u32';
  }

  async function time(run: (launches: number) => Promise<undefined>): Promise<KernelResult['timing']> {
    const timed = async (launches: number): Promise<number> => {
      const start = performance.now();
      await run(launches);
      return (performance.now() - start) / launches;
    };
    const launches = Math.min(mostLaunches, Math.max(1, Math.ceil(targetMs / (await timed(1)))));
    const times: number[] = [];
    for (let at = 0; at < timedRuns; at++) times.push(await timed(launches));
    const medianMs = times.sort((a, b) => a - b)[timedRuns >> 1];
    const bytes = [...inputs, ...outputs].reduce((sum, [name, { length }]) => sum + bytesOf(name, length), 0);
    return call.flops > 0
      ? { medianMs, rate: call.flops / medianMs / 1e6, unit: 'GFLOP/s' }
      : { medianMs, rate: bytes / medianMs / 1e6, unit: 'GB/s' };
  }
}

function submit(device: GPUDevice, dispatches: readonly Dispatch[], launches: number): void {
  const encoder = device.createCommandEncoder({ label: 'kernel lab' });
  encodePass(encoder, 'kernel lab', Array.from({ length: launches }, () => dispatches).flat());
  device.queue.submit([encoder.finish()]);
}

function upload(
  device: GPUDevice,
  buffer: GPUBuffer,
  values: Float32Array | Uint32Array,
  isHalf: boolean,
): void {
  if (!isHalf) return device.queue.writeBuffer(buffer, 0, values as Float32Array<ArrayBuffer>);
  const halfs = new Uint16Array(buffer.size / 2);
  toHalfs(values as Float32Array, halfs.subarray(0, values.length));
  device.queue.writeBuffer(buffer, 0, halfs);
}

async function read(device: GPUDevice, buffer: GPUBuffer, bytes: number): Promise<ArrayBuffer> {
  const size = Math.ceil(bytes / 4) * 4;
  const staging = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const contents = staging.getMappedRange().slice(0);
  staging.destroy();
  return contents;
}

function floats(contents: ArrayBuffer, isHalf: boolean): Float32Array {
  return isHalf ? fromHalfs(new Uint16Array(contents)) : new Float32Array(contents);
}

function largest(values: ArrayLike<number>): number {
  let most = 0;
  for (let at = 0; at < values.length; at++) most = Math.max(most, Math.abs(values[at]));
  return most;
}
