// Facts about a micro-batch that both backends check and count on the host.
import { assert } from '../base/assert';
import type { MicroBatch } from './engine';
import type { Plan } from './plan';

export function assertMicroBatch(plan: Plan, { inputs, labels, weights }: MicroBatch): void {
  const rows = plan.microBatch;
  assert(inputs.length === rows * plan.inputs, `a micro-batch has ${rows} × ${plan.inputs} inputs`);
  assert(labels.length === rows && weights.length === rows, `a micro-batch has ${rows} labels and weights`);
  for (const label of labels) assert(label < plan.classes, `labels are below ${plan.classes}`);
}

/** Loss terms: Σ weights. */
export function countOf(microBatches: readonly MicroBatch[]): number {
  let count = 0;
  for (const { weights } of microBatches) for (const weight of weights) count += weight;
  return count;
}
