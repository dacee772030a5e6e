// The oracle of the engines' tests: a plan by its references, in f64.
import { toHalfs } from '../../base/float16';
import { ReferenceModel } from '../cpu/reference-model';
import { endOf, type MicroBatch } from '../engine';
import { initialParameters } from '../plan/initial-parameters';
import { compile } from '../plan/plan';
import { hasBase, type ModelSpec, wholeSpec } from '../spec';

/** The parameters that the tests do not train, flat and in f16: all of the model under adapters, or those of its frozen
 *  layers. */
export function baseOf(spec: ModelSpec): Uint16Array {
  if (!hasBase(spec)) return new Uint16Array(0);
  return toHalfs(initialParameters(compile(wholeSpec(spec), 1), 11).slice(0, endOf(compile(spec, 1).base)));
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
