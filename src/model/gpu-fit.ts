// Does a plan fit a device? Decided from sizes alone, before anything is allocated, with a reason and a way out.
import type { Lowered } from '../ops/lowering';
import { EngineError } from './engine';

export interface SizedBuffer {
  readonly label: string;
  readonly bytes: number;
  /** The largest piece of it bound at once. */
  readonly bindingBytes: number;
}

export type DeviceLimits = Pick<
  GPUSupportedLimits,
  | 'maxBufferSize'
  | 'maxStorageBufferBindingSize'
  | 'maxStorageBuffersPerShaderStage'
  | 'maxComputeWorkgroupsPerDimension'
>;

const suggestion = 'Choose narrower layers or a smaller micro-batch.';

/** Throws 'model-does-not-fit' naming what is too large. */
export function assertFits(
  buffers: readonly SizedBuffer[],
  lowered: readonly Lowered[],
  limits: DeviceLimits,
): void {
  const refuse = (what: string): never => {
    throw new EngineError('model-does-not-fit', `${what}. ${suggestion}`);
  };
  for (const { label, bytes, bindingBytes } of buffers) {
    if (bytes > limits.maxBufferSize)
      refuse(
        `${label} needs ${mebibytes(bytes)}, this GPU allows ${mebibytes(limits.maxBufferSize)} a buffer`,
      );
    if (bindingBytes > limits.maxStorageBufferBindingSize)
      refuse(
        `${label} binds ${mebibytes(bindingBytes)}, this GPU allows ` +
          `${mebibytes(limits.maxStorageBufferBindingSize)} a binding`,
      );
  }
  for (const { calls } of lowered)
    for (const { kernel, workgroups } of calls) {
      if (kernel.access.length > limits.maxStorageBuffersPerShaderStage)
        refuse(`${kernel.label} binds ${kernel.access.length} buffers, this GPU allows fewer`);
      if (Math.max(...workgroups) > limits.maxComputeWorkgroupsPerDimension)
        refuse(`${kernel.label} needs ${workgroups.join(' × ')} workgroups, this GPU allows fewer`);
    }
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MiB`;
}
