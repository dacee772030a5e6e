// Runs one call by its plain loops, in f32, on tensors of its own.
import { assert } from '../../base/assert';
import { resultsOf, type CallTrial, type TrialResult } from '../call-trial';

export function runReference(trial: CallTrial): TrialResult {
  const values = new Map([...trial.tensors].map(([name, tensor]) => [name, tensor.values.slice()]));
  trial.call.reference({
    reals: (name) => {
      const found = values.get(name);
      assert(found instanceof Float32Array, `the trial has reals ${name}`);
      return found;
    },
    integers: (name) => {
      const found = values.get(name);
      assert(found instanceof Uint32Array, `the trial has integers ${name}`);
      return found;
    },
  });
  return new Map(resultsOf(trial).map((name) => [name, values.get(name)!]));
}
