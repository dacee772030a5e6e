// Compares a call on the device with its own reference in f64 on the same tensors, for the GPU tests of the ops. In f16
// both get the values rounded to f16.
/// <reference lib="esnext.float16" />
import type { GpuContext } from '../../gpu/device';
import type { Target } from '../lowering';
import type { OpCall, Tensor } from '../op-call';
import { runLowered } from './run-on-gpu';
import { largestDifference } from '../tolerance';

export interface Operand {
  readonly values: Float32Array | Uint32Array;
  /** Stored as Target.real. False for integers, statistics and parameter gradients. */
  readonly isReal: boolean;
}

/** The largest difference per tensor that the call writes or updates. Tensors it must write start as NaN. */
export async function compareOnGpu(
  context: GpuContext,
  call: OpCall,
  operands: Readonly<Record<Tensor, Operand>>,
  target: Target,
): Promise<Record<Tensor, number>> {
  const results = [...call.writes, ...call.updates];
  const isHalf = (name: Tensor): boolean => target.real === 'f16' && operands[name].isReal;
  const uploads: Record<Tensor, Float32Array | Uint32Array> = {};
  const reals = new Map<Tensor, Float64Array>();
  const integers = new Map<Tensor, Uint32Array>();
  for (const [name, { values }] of Object.entries(operands)) {
    if (values instanceof Uint32Array) {
      integers.set(name, values.slice());
      uploads[name] = values;
      continue;
    }
    const given = call.writes.includes(name) ? new Float32Array(values.length).fill(NaN) : values.slice();
    uploads[name] = given;
    if (isHalf(name)) {
      const words = new Uint32Array(Math.ceil(given.length / 2));
      const halves = new Float16Array(words.buffer, 0, given.length);
      halves.set(given);
      given.set(halves);
      uploads[name] = words;
    }
    reals.set(name, Float64Array.from(given));
  }
  call.reference({ reals: (name) => reals.get(name)!, integers: (name) => integers.get(name)! });
  const got = await runLowered(context, call.lower(target), uploads, results);
  return Object.fromEntries(
    results.map((name) => {
      const { buffer } = got[name];
      const exact = integers.get(name);
      if (exact) return [name, largestDifference(new Uint32Array(buffer), exact)];
      const expected = reals.get(name)!;
      const values = isHalf(name) ? new Float16Array(buffer, 0, expected.length) : got[name];
      return [name, largestDifference(values, expected)];
    }),
  );
}
