// A model whose adapters have become part of its weights: the same function without them.
import { assert } from '../../base/assert';
import type { Reals } from '../../ops/reals';
import { endOf, type ParameterSlot } from '../engine';
import type { Adapters } from '../spec';

interface Adapted {
  readonly base: readonly ParameterSlot[];
  readonly slots: readonly ParameterSlot[];
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
