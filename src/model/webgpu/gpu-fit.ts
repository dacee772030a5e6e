// Decides from sizes alone, before anything is allocated, whether a plan fits a device. A refusal gives a reason and
// a way out. WebGPU reports how large a buffer and a binding may be, not how much memory there is. A plan that passes
// here may still fail with out-of-memory, which names the same way out.
import type { Lowered } from '../../ops/lowering';
import { EngineError } from '../engine';

export interface SizedBuffer {
  readonly label: string;
  /** Tells which change could make it smaller. */
  readonly holds: 'parameters' | 'activations';
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

export interface FitOptions {
  readonly microBatch: number;
  /** Whether checkpoints would drop activations that are now kept. */
  readonly couldCheckpoint: boolean;
}

/** Throws 'model-does-not-fit'. The message names what is too large, the bytes of the whole and what to change. */
export function assertFits(
  buffers: readonly SizedBuffer[],
  lowered: readonly Lowered[],
  limits: DeviceLimits,
  options: FitOptions,
): void {
  const refuse = (what: string, holds: SizedBuffer['holds']): never => {
    throw new EngineError('model-does-not-fit', `${what}. ${wayOut(buffers, options, holds)}`);
  };
  for (const { label, bytes, bindingBytes, holds } of buffers) {
    if (bytes > limits.maxBufferSize)
      refuse(`${label}: ${size(bytes)}, this GPU allows ${size(limits.maxBufferSize)} a buffer`, holds);
    if (bindingBytes > limits.maxStorageBufferBindingSize)
      refuse(
        `${label}: ${size(bindingBytes)} at once, this GPU allows ` +
          `${size(limits.maxStorageBufferBindingSize)} a binding`,
        holds,
      );
  }
  for (const { calls } of lowered)
    for (const { kernel, workgroups } of calls) {
      const bindings = kernel.access.filter((kind) => kind !== 'sizes').length;
      if (bindings > limits.maxStorageBuffersPerShaderStage)
        refuse(`${kernel.label} binds ${bindings} buffers, this GPU allows fewer`, 'parameters');
      if (Math.max(...workgroups) > limits.maxComputeWorkgroupsPerDimension)
        refuse(`${kernel.label}: ${workgroups.join(' × ')} workgroups, this GPU allows fewer`, 'activations');
    }
}

/** The size of the whole model and what to change. `holds` says what is too large; by default the larger part. */
export function wayOut(
  buffers: readonly SizedBuffer[],
  { microBatch, couldCheckpoint }: FitOptions,
  holds?: SizedBuffer['holds'],
): string {
  const bytesOf = (kind: SizedBuffer['holds']): number =>
    buffers.reduce((sum, buffer) => sum + (buffer.holds === kind ? buffer.bytes : 0), 0);
  const [parameters, activations] = [bytesOf('parameters'), bytesOf('activations')];
  const suspect = holds ?? (parameters > activations ? 'parameters' : 'activations');
  const ways: string[] = [];
  if (suspect === 'activations' && microBatch > 1) ways.push(`a micro-batch below ${microBatch}`);
  if (suspect === 'activations' && couldCheckpoint) ways.push('activation checkpoints');
  ways.push(suspect === 'parameters' ? 'a smaller preset or narrower layers' : 'a smaller preset');
  return (
    `The model takes ${size(parameters + activations)} in all: parameters and gradients ${size(parameters)}, ` +
    `activations ${size(activations)}. Choose ${ways.join(', or ')}.`
  );
}

function size(bytes: number): string {
  return bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}
