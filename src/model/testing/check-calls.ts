// Checks every call of a plan on a device against its own f64 reference. A call's inputs are the references' results,
// rounded to the tensor's storage. An error therefore shows in the call that makes it. New layer types are checked
// without a line of their own.
import { fromHalfs, toHalfs } from '../../base/float16';
import type { GpuContext } from '../../gpu/device';
import type { Target } from '../../ops/lowering';
import type { OpCall, Tensor } from '../../ops/op-call';
import { runLowered } from '../../ops/testing/run-on-gpu';
import { largestDifference, tolerance } from '../../ops/tolerance';
import type { MicroBatch } from '../engine';
import type { Plan } from '../plan/plan';
import { elementBytes } from '../webgpu/gpu-layout';
import { ReferenceModel } from '../cpu/reference-model';
import type { PlanTensor } from '../plan/plan-tensor';

export interface CallCheck {
  readonly op: string;
  readonly tensor: Tensor;
  readonly difference: number;
  /** The difference that the tensor's dtype and the call's reduction length allow; 0 for integers. */
  readonly allowed: number;
}

/** One check per tensor that a call writes, in the plan's order. */
export async function checkCalls(
  context: GpuContext,
  plan: Plan,
  target: Target,
  parameters: Float32Array,
  batch: MicroBatch,
): Promise<CallCheck[]> {
  const model = new ReferenceModel(plan, Float64Array);
  model.parameters.set(parameters);
  model.load(batch);
  const tensors = new Map(plan.tensors.map((tensor) => [tensor.name, tensor]));
  for (const tensor of plan.tensors) roundAsStored(model, tensor, target);
  const checks: CallCheck[] = [];
  for (const call of [...plan.forward, ...plan.backward]) {
    const before = [...call.reads, ...call.updates].map((name) => bytesOf(model, tensors.get(name)!, target));
    const unwritten = call.writes.map((name) => nansFor(tensors.get(name)!, target));
    const written = [...call.writes, ...call.updates];
    const names = [...call.reads, ...call.updates, ...call.writes];
    const operands = Object.fromEntries([...before, ...unwritten].map((words, at) => [names[at], words]));
    const got = await runLowered(context, call.lower(target), operands, written);
    call.reference(model);
    for (const name of written) {
      const tensor = tensors.get(name)!;
      checks.push({ op: call.op, tensor: name, ...compare(model, call, tensor, target, got[name]) });
      roundAsStored(model, tensor, target);
    }
  }
  return checks;
}

function compare(
  model: ReferenceModel,
  call: OpCall,
  tensor: PlanTensor,
  target: Target,
  got: Float32Array,
): { readonly difference: number; readonly allowed: number } {
  const { name, length } = tensor;
  const words = new Uint32Array(got.buffer);
  if (tensor.storage === 'u32')
    return { difference: largestDifference(words.subarray(0, length), model.integers(name)), allowed: 0 };
  const expected = model.reals(name);
  const values = isHalf(tensor, target) ? halvesIn(words, length) : got;
  let magnitude = 0;
  for (const value of expected) magnitude = Math.max(magnitude, Math.abs(value));
  // The largest result of a sum of random terms is about √length terms. Relative to it, one term's rounding is left.
  const terms = Math.max(1, call.flops / (2 * length));
  const allowed =
    target.real === 'f16'
      ? tolerance('f16', 1, magnitude) + tolerance('f32', Math.sqrt(terms), magnitude)
      : tolerance('f32', Math.sqrt(terms), magnitude);
  return { difference: largestDifference(values, expected), allowed };
}

function isHalf({ storage }: PlanTensor, target: Target): boolean {
  return elementBytes(storage, target) === 2;
}

function halvesIn(words: Uint32Array, length: number): Float32Array {
  const values = new Float32Array(length);
  fromHalfs(new Uint16Array(words.buffer, words.byteOffset, length), values);
  return values;
}

function roundAsStored(model: ReferenceModel, tensor: PlanTensor, target: Target): void {
  if (tensor.storage === 'u32') return;
  const values = Float32Array.from(model.reals(tensor.name));
  if (isHalf(tensor, target)) {
    const halves = new Uint16Array(values.length);
    toHalfs(values, halves);
    fromHalfs(halves, values);
  }
  model.reals(tensor.name).set(values);
}

function bytesOf(model: ReferenceModel, tensor: PlanTensor, target: Target): Uint32Array {
  if (tensor.storage === 'u32') return model.integers(tensor.name);
  const values = Float32Array.from(model.reals(tensor.name));
  if (!isHalf(tensor, target)) return new Uint32Array(values.buffer);
  const words = new Uint32Array(Math.ceil(values.length / 2));
  toHalfs(values, new Uint16Array(words.buffer, 0, values.length));
  return words;
}

/** NaN marks elements that no call writes. */
function nansFor(tensor: PlanTensor, target: Target): Uint32Array {
  return isHalf(tensor, target)
    ? new Uint32Array(Math.ceil(tensor.length / 2)).fill(0x7e00_7e00)
    : new Uint32Array(tensor.length).fill(0x7fc0_0000);
}
