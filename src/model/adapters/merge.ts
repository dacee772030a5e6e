// A model and its base as one: adapters become part of the weights, and frozen layers stand before those that were trained.
// The same function, all of whose parameters are its own.
import { assert } from '../../base/assert';
import type { Reals } from '../../ops/reals';
import { endOf, type ParameterSlot } from '../engine';
import type { Adapters, ModelSpec } from '../spec';

interface Adapted {
  readonly base: readonly ParameterSlot[];
  readonly slots: readonly ParameterSlot[];
}

/** The flat parameters of the whole model. `trained`: those that the spec trains. */
export function wholeParameters(
  plan: Adapted,
  { adapters }: ModelSpec,
  frozen: Float32Array,
  trained: Float32Array,
): Float32Array {
  if (adapters) return mergedParameters(plan, adapters, frozen, trained);
  assert(
    frozen.length === endOf(plan.base) && trained.length === endOf(plan.slots),
    'all parameters are given',
  );
  const whole = new Float32Array(frozen.length + trained.length);
  whole.set(frozen);
  whole.set(trained, frozen.length);
  return whole;
}

/** The flat parameters of the model without adapters: the base, with scale · A·B added to each weight that has an adapter. The
 *  products are computed in f64 and rounded to what `frozen` holds. `trained`: the flat adapters. */
export function mergedParameters<Values extends Reals>(
  { base, slots }: Adapted,
  { rank, alpha, weights }: Adapters,
  frozen: Values,
  trained: Reals,
): Values {
  assert(frozen.length === endOf(base) && trained.length === endOf(slots), 'all parameters are given');
  const merged = frozen.slice() as Values;
  const partOf = (name: string): Reals => {
    const slot = slots.find((one) => one.name === name);
    assert(slot, `the model has a parameter ${name}`);
    return trained.subarray(slot.offset, slot.offset + slot.length);
  };
  for (const { name, offset, shape } of base) {
    if (!weights.includes(name)) continue;
    const [inputs, units] = shape;
    const [a, b] = [partOf(`${name}.a`), partOf(`${name}.b`)];
    for (let i = 0; i < inputs; i++)
      for (let j = 0; j < units; j++) {
        let sum = 0;
        for (let r = 0; r < rank; r++) sum += a[i * rank + r] * b[r * units + j];
        merged[offset + i * units + j] += (alpha / rank) * sum;
      }
  }
  return merged;
}
