// Acquires a device from the first adapter found: a core adapter, one in compatibility mode, or a software one. The
// device gets the adapter's maxima of the limits that a plan needs, and the optional features that the adapter has.
// Works on a page and in a Worker.
import { realClock, type Clock } from '../base/clock';
import { fail, ok, type Result } from '../base/result';
import { adapterName, findAdapter, isSoftwareAdapter } from './adapter';
import { Faults } from './faults';
import { KernelCache } from './kernel-cache';

export interface GpuContext {
  readonly device: GPUDevice;
  /** The adapter’s name for people: 'SwiftShader', 'NVIDIA Hopper'. */
  readonly adapterName: string;
  readonly isSoftware: boolean;
  readonly f16: boolean;
  readonly subgroups: boolean;
  readonly timestamps: boolean;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly kernels: KernelCache;
}

export type AcquireCode = 'no-webgpu' | 'no-adapter' | 'gpu-error';

const wantedLimits = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxComputeWorkgroupsPerDimension',
] as const;

const wantedFeatures = ['shader-f16', 'subgroups', 'timestamp-query'] as const;

export interface AcquireOptions {
  readonly clock?: Clock;
  /** A software adapter counts as none. */
  readonly onlyHardware?: boolean;
}

export async function acquireDevice({
  clock = realClock,
  onlyHardware = false,
}: AcquireOptions = {}): Promise<Result<GpuContext, AcquireCode>> {
  const gpu = globalThis.navigator?.gpu as GPU | undefined;
  if (!gpu) return fail('no-webgpu', 'this browser has no WebGPU (or the page is not served over HTTPS)');
  try {
    const adapter = await findAdapter(gpu);
    if (!adapter) return fail('no-adapter', 'WebGPU found no graphics adapter on this device');
    if (onlyHardware && isSoftwareAdapter(adapter.info))
      return fail('no-adapter', `WebGPU found no graphics adapter but ${adapterName(adapter.info)}`);
    return ok(await openDevice(adapter, clock));
  } catch (error) {
    return fail('gpu-error', error instanceof Error ? error.message : String(error));
  }
}

/** 'maxima': the adapter's maxima and optional features. 'defaults': the limits of its feature level, no features. */
export async function openDevice(
  adapter: GPUAdapter,
  clock: Clock = realClock,
  want: 'maxima' | 'defaults' = 'maxima',
): Promise<GpuContext> {
  const requiredLimits: Record<string, number> = {};
  for (const limit of want === 'maxima' ? wantedLimits : []) {
    const maximum = adapter.limits[limit];
    if (maximum !== undefined) requiredLimits[limit] = maximum;
  }
  const requiredFeatures =
    want === 'maxima' ? wantedFeatures.filter((feature) => adapter.features.has(feature)) : [];
  const device = await adapter.requestDevice({ label: 'lockstep', requiredLimits, requiredFeatures });
  return {
    device,
    adapterName: adapterName(adapter.info),
    isSoftware: isSoftwareAdapter(adapter.info),
    f16: device.features.has('shader-f16'),
    subgroups: device.features.has('subgroups'),
    timestamps: device.features.has('timestamp-query'),
    clock,
    faults: new Faults(device, clock),
    kernels: new KernelCache(device),
  };
}
