// A plan on a device: buffers, pipelines, bind groups and dispatches, each made once. One buffer holds all parameters
// and one all gradients, both padded (gpu-layout.ts). Activations share buffers (lifetimes.ts).
import { assert } from '../../base/assert';
import type { GpuContext } from '../../gpu/device';
import { prepare, type Dispatch, type Place } from '../../gpu/program';
import type { Workload } from '../../gpu/submit-pace';
import { scratchTensor, type Lowered, type Target } from '../../ops/lowering';
import { tensorsOf, type OpCall } from '../../ops/op-call';
import { matmulTuning } from '../../ops/matmul/tune';
import { EngineError, type EngineMemory, type ParameterSlot, type Precision } from '../engine';
import { assertFits, wayOut, type DeviceLimits, type FitOptions, type SizedBuffer } from './gpu-fit';
import { layOutBase, type BaseLayout } from './base-buffer';
import { elementBytes, gpuLayout, type GpuLayout } from './gpu-layout';
import { lifetimes, shareBuffers, type SharedBuffer } from '../plan/lifetimes';
import type { Plan } from '../plan/plan';
import type { PlanTensor } from '../plan/plan-tensor';

/** An op's call on the device. */
export interface GpuCall extends Workload {
  readonly op: string;
  readonly flops: number;
  readonly dispatches: readonly Dispatch[];
}

export interface GpuPlan {
  readonly precision: Precision;
  /** The target by which the calls were lowered. */
  readonly target: Target;
  readonly layout: GpuLayout;
  readonly parameters: GPUBuffer;
  readonly gradients: GPUBuffer;
  /** The parameters that are not trained, where the model has such. */
  readonly base: GPUBuffer | undefined;
  readonly baseLayout: BaseLayout;
  readonly inputs: GPUBuffer;
  readonly targets: GPUBuffer;
  readonly tokenOrder: GPUBuffer | undefined;
  /** Those of each piece of the loss. */
  readonly logits: readonly GPUBuffer[];
  readonly sums: GPUBuffer;
  readonly forward: readonly GpuCall[];
  readonly backward: readonly GpuCall[];
  readonly memory: EngineMemory;
  destroy(): void;
}

export function targetOf({ device, subgroups }: GpuContext, precision: Precision = 'f32'): Target {
  return {
    maxInvocations: device.limits.maxComputeInvocationsPerWorkgroup,
    maxWorkgroups: device.limits.maxComputeWorkgroupsPerDimension,
    maxStorageBuffers: device.limits.maxStorageBuffersPerShaderStage,
    real: precision === 'mixed' ? 'f16' : 'f32',
    hasQuads: subgroups,
  };
}

/** `alsoCompile`: calls whose kernels are needed next. Throws EngineError 'model-does-not-fit' (before allocating) or 'out-of-memory' or 'gpu-error'. */
export async function compileForGpu(
  context: GpuContext,
  plan: Plan,
  precision: Precision,
  options: FitOptions & { readonly alsoCompile?: readonly OpCall[] },
): Promise<GpuPlan> {
  const { device, kernels } = context;
  const adapter = targetOf(context, precision);
  // A model that does not fit is refused before the tuner allocates anything.
  layOut(plan, adapter, device.limits, options);
  const target = { ...adapter, matmul: await matmulTuning(context, adapter) };
  const { calls, lowered, layout, baseLayout, tensors, bytesOf, shared, labelOf, sizes } = layOut(
    plan,
    target,
    device.limits,
    options,
  );

  const buffers = await createBuffers(device, sizes, options);
  const destroy = (): void => buffers.forEach((buffer) => buffer.destroy());
  const buffer = (name: string): GPUBuffer => {
    const found = buffers.get(name);
    assert(found, `the plan has a buffer ${name}`);
    return found;
  };
  const place = (name: string): Place => {
    const tensor = tensors.get(name);
    if (!tensor) return { buffer: buffer(name) };
    const { role } = tensor;
    if (role.kind === 'parameter' || role.kind === 'gradient') {
      const whole = buffer(role.kind === 'parameter' ? parametersLabel : gradientsLabel);
      const offset = layout.offsets[role.slot] * elementBytes(tensor.storage, target);
      return { buffer: whole, offset, size: bytesOf(tensor) };
    }
    if (role.kind === 'base') {
      const { offset, bytes } = baseLayout.places[role.slot];
      return { buffer: buffer(baseLabel), offset, size: bytes };
    }
    return { buffer: buffer(labelOf.get(name) ?? name), size: bytesOf(tensor) };
  };
  try {
    const launches = lowered.flatMap((each) => each.calls);
    const preparing = prepare(device, kernels, launches, place);
    for (const call of options.alsoCompile ?? [])
      for (const { kernel } of call.lower(target).calls) kernels.pipeline(kernel).catch(() => undefined); // its user sees the fault
    const dispatches = await preparing;
    const gpuCalls = calls.map((call, index): GpuCall => {
      const elements = tensorsOf(call).reduce((sum, name) => sum + (tensors.get(name)?.length ?? 0), 0);
      return {
        op: call.op,
        flops: call.flops,
        work: call.flops + flopsPerElement * elements,
        dispatches: dispatches.splice(0, lowered[index].calls.length),
      };
    });
    const sum = (bytes: readonly number[]): number => bytes.reduce((total, one) => total + one, 0);
    return {
      precision,
      target,
      layout,
      baseLayout,
      base: buffers.get(baseLabel),
      parameters: buffer(parametersLabel),
      gradients: buffer(gradientsLabel),
      inputs: buffer('inputs'),
      targets: buffer('targets'),
      tokenOrder: buffers.get('token-order'),
      logits: plan.pieces.map((piece) => place(piece.logits).buffer),
      sums: buffer('sums'),
      forward: gpuCalls.slice(0, plan.forward.length),
      backward: gpuCalls.slice(plan.forward.length),
      memory: {
        parameters: sum(
          [parametersLabel, gradientsLabel, baseLabel].map((label) => buffers.get(label)?.size ?? 0),
        ),
        planned: sum(shared.map(({ bytes }) => bytes)),
        naive: sum(plan.tensors.filter(({ role }) => role.kind === 'activation').map(bytesOf)),
      },
      destroy,
    };
  } catch (error) {
    destroy();
    throw error;
  }
}

/** The buffers by label. Throws 'out-of-memory', and then leaves no buffer behind. */
async function createBuffers(
  device: GPUDevice,
  sizes: readonly SizedBuffer[],
  options: FitOptions,
): Promise<Map<string, GPUBuffer>> {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  device.pushErrorScope('out-of-memory');
  const buffers = new Map(
    sizes.map(({ label, bytes }) => [label, device.createBuffer({ label, size: bytes, usage })]),
  );
  if (!(await device.popErrorScope())) return buffers;
  buffers.forEach((buffer) => buffer.destroy());
  throw new EngineError('out-of-memory', `The GPU’s memory is full. ${wayOut(sizes, options)}`);
}

/** Chooses kernels, buffers and sizes. Throws 'model-does-not-fit'. */
function layOut(plan: Plan, target: Target, limits: DeviceLimits, options: FitOptions) {
  const calls = [...plan.forward, ...plan.backward];
  const lowered = calls.map((call) => call.lower(target));
  const realBytes = target.real === 'f16' ? 2 : 4;
  const [layout, baseLayout] = [gpuLayout(plan.slots, realBytes), layOutBase(plan, target)];
  const tensors = new Map(plan.tensors.map((tensor) => [tensor.name, tensor]));
  const bytesOf = (tensor: PlanTensor): number => bytesIn(tensor, target);
  const shared = shareBuffers(
    lifetimes(calls, (name) => {
      const tensor = tensors.get(name);
      return tensor?.role.kind === 'activation' ? bytesOf(tensor) : undefined;
    }),
  );
  const labelOf = new Map(
    shared.flatMap(({ tenants }, index) =>
      tenants.map(({ tensor }) => [tensor, `activations ${index}`] as const),
    ),
  );
  const sizes = bufferSizes(plan, { layout, baseLayout }, shared, lowered, target);
  assertFits(sizes, lowered, limits, options);
  return { calls, lowered, layout, baseLayout, tensors, bytesOf, shared, labelOf, sizes };
}

const parametersLabel = 'parameters';
const gradientsLabel = 'gradients';
const baseLabel = 'base';

/** The cost of an element on a software adapter: touching it takes about as much as this many multiplications and
 *  additions. */
const flopsPerElement = 10;

/** Bindings are whole words. */
function bytesIn(tensor: PlanTensor, target: Target): number {
  return Math.ceil((tensor.length * elementBytes(tensor.storage, target)) / 4) * 4;
}

function bufferSizes(
  plan: Plan,
  { layout, baseLayout }: Pick<GpuPlan, 'layout' | 'baseLayout'>,
  shared: readonly SharedBuffer[],
  lowered: readonly Lowered[],
  target: Target,
): SizedBuffer[] {
  const flat = (
    label: string,
    bytes: number,
    slots: readonly ParameterSlot[],
    { length }: GpuLayout,
  ): SizedBuffer => ({
    label,
    holds: 'parameters',
    bytes: bytes * length,
    bindingBytes: bytes * Math.max(...slots.map((slot) => slot.length)),
  });
  const realBytes = target.real === 'f16' ? 2 : 4;
  const sizes = [
    flat(parametersLabel, realBytes, plan.slots, layout),
    flat(gradientsLabel, 4, plan.slots, layout),
  ];
  if (baseLayout.bytes > 0)
    sizes.push({
      label: baseLabel,
      holds: 'parameters',
      bytes: baseLayout.bytes,
      bindingBytes: Math.max(...baseLayout.places.map(({ bytes }) => bytes)),
    });
  const add = (label: string, bytes: number): void => {
    sizes.push({ label, holds: 'activations', bytes, bindingBytes: bytes });
  };
  for (const tensor of plan.tensors) {
    const { kind } = tensor.role;
    if (kind !== 'parameter' && kind !== 'gradient' && kind !== 'base' && kind !== 'activation')
      add(tensor.name, bytesIn(tensor, target));
  }
  shared.forEach(({ bytes }, index) => add(`activations ${index}`, bytes));
  const scratch = 4 * Math.max(...lowered.map((each) => each.scratch));
  if (scratch > 0) add(scratchTensor, scratch);
  return sizes;
}
