// The oracle of the engines' tests: a plan by its references, in f64.
import { toHalfs } from '../../base/float16';
import { ReferenceModel } from '../cpu/reference-model';
import type { MicroBatch } from '../engine';
import { initialParameters } from '../plan/initial-parameters';
import { compile } from '../plan/plan';
import type { ModelSpec } from '../spec';

/** The parameters that the tests do not train: those of the model without adapters, flat, in f16. */
export function baseOf({ adapters, ...spec }: ModelSpec): Uint16Array {
  return toHalfs(adapters ? initialParameters(compile(spec, 1), 11) : new Float32Array(0));
}

/** The plan in f64. `logits` are those of the last micro-batch. */
export function referenceGradient(
  spec: ModelSpec,
  microBatch: number,
  parameters: Float32Array | Float64Array,
  batches: readonly MicroBatch[],
): { flat: Float64Array; lossSum: number; score: number; logits: Float64Array } {
  const plan = compile(spec, microBatch, { checkpoints: false, logitsBytes: Infinity });
  const model = new ReferenceModel(plan, Float64Array);
  model.setBase(baseOf(spec));
  model.parameters.set(parameters);
  for (const batch of batches) {
    model.load(batch);
    model.forward();
    model.backward();
  }
  const [lossSum, score] = model.reals('sums');
  return {
    flat: model.gradients as Float64Array,
    lossSum,
    score,
    logits: model.reals(plan.pieces[0].logits) as Float64Array,
  };
}
