// The list of the kernel lab: op × shape × variant. The variants are the op's kernels on this device, within
// compatibility limits, and in f16. A group may add more. Variants with the same launches are listed once.
import { targetOf } from '../../../src/model/webgpu/gpu-plan';
import type { GpuContext } from '../../../src/gpu/device';
import type { Lowered, Target } from '../../../src/ops/lowering';
import type { OpCall } from '../../../src/ops/op-call';
import type { LabGroup, LabTensor } from './lab-groups';

export interface KernelEntry {
  /** Unique in its group. */
  readonly key: string;
  readonly op: string;
  readonly shape: string;
  readonly variant: string;
  /** Index into the group's calls. */
  readonly call: number;
  readonly lowered: Lowered;
  readonly real: Target['real'];
}

export function kernelEntries(group: LabGroup, context: GpuContext): KernelEntry[] {
  const here = targetOf(context);
  const lengths = new Map(group.tensors.map((tensor) => [tensor.name, tensor]));
  const seen = new Set<string>(); // equal calls of a model (its layers) are one row
  const entries: KernelEntry[] = [];
  group.calls.forEach((call, at) => {
    const shape = shapeOf(call, lengths);
    const variants: (readonly [string, Lowered, Target['real']])[] = targets(here, context).map(
      ([name, target]) => [name, call.lower(target), target.real],
    );
    for (const [name, lowered] of group.variants?.(call, here) ?? []) variants.push([name, lowered, 'f32']);
    for (const [variant, lowered, real] of variants) {
      const launches = `${call.op} ${shape} ${launchesOf(lowered)}`;
      if (seen.has(launches)) continue;
      seen.add(launches);
      entries.push({ key: launches, op: call.op, shape, variant, call: at, lowered, real });
    }
  });
  return entries;
}

function targets(here: Target, { f16 }: GpuContext): (readonly [string, Target])[] {
  const limits = { maxInvocations: Math.min(128, here.maxInvocations), hasQuads: false };
  return [
    ['of this device', here],
    ['compatibility limits', { ...here, ...limits }],
    ...(f16 ? ([['f16', { ...here, real: 'f16' }]] as const) : []),
  ];
}

function launchesOf({ calls }: Lowered): string {
  return JSON.stringify(
    calls.map(({ kernel, sizes, workgroups }) => {
      const { files: _, ...facts } = kernel;
      return { ...facts, sizes, workgroups };
    }),
  );
}

/** Lengths of the tensors that it reads → lengths of those that it writes. */
function shapeOf(call: OpCall, tensors: ReadonlyMap<string, LabTensor>): string {
  const length = (name: string): string => String(tensors.get(name)?.length ?? '?');
  return `${call.reads.map(length).join(' + ')} → ${[...call.writes, ...call.updates].map(length).join(' + ')}`;
}
