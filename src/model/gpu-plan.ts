// A plan on a device: buffers, pipelines, bind groups and dispatches, each made once. One buffer holds all
// parameters and one all gradients (padded, see gpu-layout.ts); activations share buffers as their lives allow (lifetimes.ts).
import { assert } from '../base/assert';
import type { GpuContext } from '../gpu/device';
import { prepare, type Dispatch, type Place } from '../gpu/program';
import { scratchTensor, type Lowered, type Target } from '../ops/lowering';
import { EngineError } from './engine';
import { assertFits, type SizedBuffer } from './gpu-fit';
import { gpuLayout, type GpuLayout } from './gpu-layout';
import { lifetimes, shareBuffers, type SharedBuffer } from './lifetimes';
import type { Plan } from './plan';

export interface GpuPlan {
  readonly layout: GpuLayout;
  readonly parameters: GPUBuffer;
  readonly gradients: GPUBuffer;
  readonly inputs: GPUBuffer;
  readonly targets: GPUBuffer;
  readonly tokenOrder: GPUBuffer | undefined;
  readonly logits: GPUBuffer;
  readonly sums: GPUBuffer;
  readonly forward: readonly Dispatch[];
  readonly backward: readonly Dispatch[];
  /** Per number of backward calls run, the number of dispatches they are. */
  readonly dispatchesOf: readonly number[];
  readonly memory: MemoryUse;
  destroy(): void;
}

/** Bytes of activations: as planned, and as they would be with a buffer for each. */
export interface MemoryUse {
  readonly planned: number;
  readonly naive: number;
}

export function targetOf({ device, isSoftware }: GpuContext): Target {
  return {
    isSoftware,
    maxInvocations: device.limits.maxComputeInvocationsPerWorkgroup,
    maxWorkgroups: device.limits.maxComputeWorkgroupsPerDimension,
    real: 'f32',
  };
}

/** Throws EngineError 'model-does-not-fit' (before allocating) or 'out-of-memory' or 'gpu-error'. */
export async function compileForGpu(context: GpuContext, plan: Plan): Promise<GpuPlan> {
  const { device, kernels } = context;
  const target = targetOf(context);
  const forward = plan.forward.map((call) => call.lower(target));
  const backward = plan.backward.map((call) => call.lower(target));
  const layout = gpuLayout(plan.slots);
  const activations = new Map(
    plan.tensors.flatMap(({ name, length, role }) =>
      role.kind === 'activation' ? [[name, 4 * length] as const] : [],
    ),
  );
  const shared = shareBuffers(
    lifetimes([...plan.forward, ...plan.backward], (name) => activations.get(name)),
  );
  const labelOf = new Map(
    shared.flatMap(({ tenants }, index) =>
      tenants.map(({ tensor }) => [tensor, `activations ${index}`] as const),
    ),
  );
  const sizes = bufferSizes(plan, layout, shared, [...forward, ...backward]);
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
    return { buffer: buffer(labelOf.get(name) ?? name), size: tensor && 4 * tensor.length };
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
      tokenOrder: buffers.get('token-order'),
      logits: place(plan.logits).buffer,
      sums: buffer('sums'),
      forward: prepared[0],
      backward: prepared[1],
      dispatchesOf: [0, ...backward.map(({ calls }) => (count += calls.length))],
      memory: {
        planned: shared.reduce((sum, { bytes }) => sum + bytes, 0),
        naive: [...activations.values()].reduce((sum, bytes) => sum + bytes, 0),
      },
      destroy,
    };
  } catch (error) {
    destroy();
    throw error;
  }
}

const parametersLabel = 'parameters';
const gradientsLabel = 'gradients';

function bufferSizes(
  plan: Plan,
  layout: GpuLayout,
  shared: readonly SharedBuffer[],
  lowered: readonly Lowered[],
): SizedBuffer[] {
  const largestSlot = 4 * Math.max(...plan.slots.map((slot) => slot.length));
  const flat = { bytes: 4 * layout.length, bindingBytes: largestSlot };
  const sizes: SizedBuffer[] = [
    { label: parametersLabel, ...flat },
    { label: gradientsLabel, ...flat },
  ];
  const add = (label: string, bytes: number): void => {
    sizes.push({ label, bytes, bindingBytes: bytes });
  };
  for (const { name, length, role } of plan.tensors)
    if (role.kind !== 'parameter' && role.kind !== 'gradient' && role.kind !== 'activation')
      add(name, 4 * length);
  shared.forEach(({ bytes }, index) => add(`activations ${index}`, bytes));
  const scratch = 4 * Math.max(...lowered.map((each) => each.scratch));
  if (scratch > 0) add(scratchTensor, scratch);
  return sizes;
}
