// The correct results of a group's calls. The references run them in order, in f64, from inputs rounded to the device's
// precision. So a kernel is judged by its own arithmetic only.
import { assert } from '../../../src/base/assert';
import { fromHalfs, toHalfs } from '../../../src/base/float16';
import type { Target } from '../../../src/ops/lowering';
import type { LabGroup, LabTensor } from './lab-groups';

export interface Expected {
  /** Tensors read or updated, before the call. */
  readonly inputs: ReadonlyMap<string, Float32Array | Uint32Array>;
  /** Tensors written or updated, after the call. */
  readonly outputs: ReadonlyMap<string, Float64Array | Uint32Array>;
}

/** The values expected of all calls of the group, in order. It takes as long as plain loops take. */
export function expectedOf(group: LabGroup, real: Target['real']): Expected[] {
  const reference = group.reference();
  const tensors = new Map(group.tensors.map((tensor) => [tensor.name, tensor]));
  const find = (name: string): LabTensor => {
    const tensor = tensors.get(name);
    assert(tensor, `the group has a tensor ${name}`);
    return tensor;
  };
  const rounded = ({ name, storage }: LabTensor): Float32Array | Uint32Array => {
    if (storage === 'u32') return reference.integers(name).slice();
    const values = Float32Array.from(reference.reals(name));
    const held = storage === 'real' && real === 'f16' ? fromHalfs(toHalfs(values)) : values;
    reference.reals(name).set(held);
    return held;
  };
  return group.calls.map((call) => {
    const read = [...call.reads, ...call.updates].map(find);
    const inputs = new Map(read.map((tensor) => [tensor.name, rounded(tensor)]));
    call.reference(reference);
    const written = [...call.writes, ...call.updates].map(find);
    const outputs = new Map(
      written.map(({ name, storage }) => [
        name,
        storage === 'u32' ? reference.integers(name).slice() : Float64Array.from(reference.reals(name)),
      ]),
    );
    return { inputs, outputs };
  });
}
