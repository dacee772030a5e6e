// A plan on a device: buffers, pipelines, bind groups and dispatches, each made once. One buffer holds all
// parameters and one all gradients (padded, see gpu-layout.ts); every activation has a buffer of its own.
import { assert } from '../base/assert';
import type { GpuContext } from '../gpu/device';
import { prepare, type Dispatch, type Place } from '../gpu/program';
import { lower } from '../ops/lower';
import { scratchTensor, type Lowered, type Target } from '../ops/lowering';
import { EngineError } from './engine';
import { assertFits, type SizedBuffer } from './gpu-fit';
import { gpuLayout, type GpuLayout } from './gpu-layout';
import type { Plan } from './plan';

export interface GpuPlan {
  readonly layout: GpuLayout;
  readonly parameters: GPUBuffer;
  readonly gradients: GPUBuffer;
  readonly inputs: GPUBuffer;
  readonly targets: GPUBuffer;
  readonly logits: GPUBuffer;
  readonly sums: GPUBuffer;
  readonly forward: readonly Dispatch[];
  readonly backward: readonly Dispatch[];
  /** Per number of backward calls run, the number of dispatches they are. */
  readonly dispatchesOf: readonly number[];
  destroy(): void;
}

export function targetOf({ device, isSoftware }: GpuContext): Target {
  return {
    isSoftware,
    maxInvocations: device.limits.maxComputeInvocationsPerWorkgroup,
    maxWorkgroups: device.limits.maxComputeWorkgroupsPerDimension,
  };
}

/** Throws EngineError 'model-does-not-fit' (before allocating) or 'out-of-memory' or 'gpu-error'. */
export async function compileForGpu(context: GpuContext, plan: Plan): Promise<GpuPlan> {
  const { device, kernels } = context;
  const target = targetOf(context);
  const forward = plan.forward.map((call) => lower(call, target));
  const backward = plan.backward.map((call) => lower(call, target));
  const layout = gpuLayout(plan.slots);
  const sizes = bufferSizes(plan, layout, [...forward, ...backward]);
  assertFits(sizes, [...forward, ...backward], device.limits);

  device.pushErrorScope('out-of-memory');
  const buffers = new Map<string, GPUBuffer>();
  for (const { label, bytes } of sizes)
    buffers.set(
      label,
      device.createBuffer({
        label,
        size: bytes,
        usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
      }),
    );
  const destroy = (): void => buffers.forEach((buffer) => buffer.destroy());
  const exhausted = await device.popErrorScope();
  if (exhausted) {
    destroy();
    throw new EngineError('out-of-memory', exhausted.message || 'the GPU has no memory left for this model');
  }

  const buffer = (name: string): GPUBuffer => {
    const found = buffers.get(name);
    assert(found, `the plan has a buffer ${name}`);
    return found;
  };
  const tensors = new Map(plan.tensors.map((tensor) => [tensor.name, tensor]));
  const place = (name: string): Place => {
    const tensor = tensors.get(name);
    const role = tensor?.role;
    if (tensor && (role?.kind === 'parameter' || role?.kind === 'gradient')) {
      const whole = buffer(role.kind === 'parameter' ? parametersLabel : gradientsLabel);
      return { buffer: whole, offset: 4 * layout.offsets[role.slot], size: 4 * tensor.length };
    }
    return { buffer: buffer(name) };
  };
  const dispatches = (lowered: readonly Lowered[]): Promise<Dispatch[]> =>
    prepare(device, kernels, lowered.flatMap(({ calls }) => calls), place); // prettier-ignore
  try {
    const prepared = await Promise.all([dispatches(forward), dispatches(backward)]);
    let count = 0;
    return {
      layout,
      parameters: buffer(parametersLabel),
      gradients: buffer(gradientsLabel),
      inputs: buffer('inputs'),
      targets: buffer('targets'),
      logits: buffer(plan.logits),
      sums: buffer('sums'),
      forward: prepared[0],
      backward: prepared[1],
      dispatchesOf: [0, ...backward.map(({ calls }) => (count += calls.length))],
      destroy,
    };
  } catch (error) {
    destroy();
    throw error;
  }
}

const parametersLabel = 'parameters';
const gradientsLabel = 'gradients';

function bufferSizes(plan: Plan, layout: GpuLayout, lowered: readonly Lowered[]): SizedBuffer[] {
  const largestSlot = 4 * Math.max(...plan.slots.map((slot) => slot.length));
  const flat = { bytes: 4 * layout.length, bindingBytes: largestSlot };
  const sizes: SizedBuffer[] = [
    { label: parametersLabel, ...flat },
    { label: gradientsLabel, ...flat },
  ];
  for (const { name, length, role } of plan.tensors)
    if (role.kind !== 'parameter' && role.kind !== 'gradient')
      sizes.push({ label: name, bytes: 4 * length, bindingBytes: 4 * length });
  const scratch = 4 * Math.max(...lowered.map((each) => each.scratch));
  if (scratch > 0) sizes.push({ label: scratchTensor, bytes: scratch, bindingBytes: scratch });
  return sizes;
}
