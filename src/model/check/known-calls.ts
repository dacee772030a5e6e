// The questions and the answers of the check: every call of a plan with random tensors, and what its f64 reference makes
// of them. A call's inputs are the references' results, rounded as the device stores them. So an error shows in the call
// that makes it, and no other.
import { fromHalfs, toHalfs } from '../../base/float16';
import { prng } from '../../base/prng';
import type { Reals } from '../../ops/reals';
import type { Tensor } from '../../ops/op-call';
import type { CallTrial, TensorValues, TrialTensor } from '../call-trial';
import { ReferenceModel } from '../cpu/reference-model';
import { endOf, type Precision } from '../engine';
import { initialParameters } from '../plan/initial-parameters';
import type { Plan } from '../plan/plan';
import type { PlanTensor } from '../plan/plan-tensor';
import { randomBatch } from '../plan/random-batch';

export interface KnownCall extends CallTrial {
  /** The values expected of each tensor that the call writes or updates. */
  readonly expected: ReadonlyMap<Tensor, Reals | Uint32Array>;
}

/** Initial weights are small and biases zero: random numbers of this size make every term count. */
const parameterSpread = 0.3;

/** One after the other, for a thread that has other work too. */
export function* eachKnownCall(plan: Plan, precision: Precision): Generator<KnownCall> {
  const model = new ReferenceModel(plan, Float64Array);
  fillRandomly(model);
  const tensors = new Map(plan.tensors.map((tensor) => [tensor.name, tensor]));
  for (const tensor of plan.tensors) roundAsStored(model, tensor, precision);
  for (const call of [...plan.forward, ...plan.backward]) {
    const before = new Map<Tensor, TrialTensor>();
    for (const name of [...call.reads, ...call.updates]) {
      const { storage } = tensors.get(name)!;
      before.set(name, { storage, values: valuesOf(model, tensors.get(name)!) });
    }
    for (const name of call.writes) {
      const { storage, length } = tensors.get(name)!;
      before.set(name, { storage, values: unwritten(storage, length) });
    }
    call.reference(model);
    const expected = new Map<Tensor, Reals | Uint32Array>();
    for (const name of [...call.writes, ...call.updates]) {
      const tensor = tensors.get(name)!;
      expected.set(name, (tensor.storage === 'u32' ? model.integers(name) : model.reals(name)).slice());
      roundAsStored(model, tensor, precision);
    }
    yield { call, tensors: before, expected };
  }
}

/** Gradients and sums too: a call that assigns where it should add is wrong. */
function fillRandomly(model: ReferenceModel): void {
  const { plan } = model;
  const random = prng('known answers', plan.parameterCount);
  model.parameters.set(initialParameters(plan, 1).map((value) => value + parameterSpread * random.normal()));
  for (let i = 0; i < model.gradients.length; i++) model.gradients[i] = random.normal();
  model.reals('sums').set([random.normal(), random.below(9)]);
  const base = Float32Array.from({ length: endOf(plan.base) }, () => parameterSpread * random.normal());
  model.setBase(toHalfs(base));
  model.load(randomBatch(plan, 'known answers', 1, Math.max(1, plan.microBatch - 1)));
}

function valuesOf(model: ReferenceModel, { name, storage }: PlanTensor): TensorValues {
  return storage === 'u32' ? model.integers(name).slice() : Float32Array.from(model.reals(name));
}

/** NaN marks elements that no call writes. */
function unwritten(storage: PlanTensor['storage'], length: number): TensorValues {
  return storage === 'u32'
    ? new Uint32Array(length).fill(0x7fc0_0000)
    : new Float32Array(length).fill(Number.NaN);
}

function roundAsStored(model: ReferenceModel, tensor: PlanTensor, precision: Precision): void {
  if (tensor.storage === 'u32') return;
  const values = Float32Array.from(model.reals(tensor.name));
  if (tensor.storage === 'half' || (precision === 'mixed' && tensor.storage === 'real')) {
    const halves = new Uint16Array(values.length);
    toHalfs(values, halves);
    fromHalfs(halves, values);
  }
  model.reals(tensor.name).set(values);
}
