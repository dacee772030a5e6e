// Checks a micro-batch and writes it in the layout that the ops read (Builder.targets, Builder.tokenOrder). Both
// backends upload the same words.
import { assert } from '../../base/assert';
import type { MicroBatch } from '../engine';
import type { Plan } from './plan';

export function assertMicroBatch(plan: Plan, { inputs, labels, weights, keys }: MicroBatch): void {
  const rows = plan.microBatch;
  const terms = rows * plan.terms;
  assert(inputs.length === rows * plan.inputs, `a micro-batch has ${rows} × ${plan.inputs} inputs`);
  assert(
    labels.length === terms && weights.length === terms,
    `a micro-batch has ${terms} labels and weights`,
  );
  assert(keys === undefined || keys.length === rows, `a micro-batch has ${rows} keys`);
  if (plan.predicts === 'classes')
    for (const label of labels) assert(label < plan.classes, `label ${label} is below ${plan.classes}`);
  const { vocabulary } = plan;
  if (vocabulary !== undefined)
    for (const token of inputs)
      assert(token < vocabulary && token >= 0, `token ${token} is below ${vocabulary}`);
}

/** Loss terms: Σ weights. */
export function countOf(microBatches: readonly MicroBatch[]): number {
  let count = 0;
  for (const { weights } of microBatches) for (const weight of weights) count += weight;
  return count;
}

export interface TargetOptions {
  /** Dropout is on for rows with a key. */
  readonly drops: boolean;
  /** Multiplies the weights; 1 by default. */
  readonly scale?: number;
}

/** Writes keys (or zeros), labels, and the bits of the weights times `scale`, to `targets`. */
export function writeTargets(
  plan: Plan,
  { labels, weights, keys }: MicroBatch,
  targets: Uint32Array,
  options: TargetOptions,
): void {
  const rows = plan.microBatch;
  if (options.drops && keys) targets.set(keys);
  else targets.fill(0, 0, rows);
  targets.set(labels, rows);
  const first = rows + labels.length;
  const floats = new Float32Array(targets.buffer, targets.byteOffset + 4 * first, weights.length);
  const scale = options.scale ?? 1;
  for (let i = 0; i < weights.length; i++) floats[i] = weights[i] * scale;
}

/** Counting sort: where each token's positions begin (vocabulary + 1), then the positions, ascending within a token. */
export function writeTokenOrder(inputs: Float32Array, vocabulary: number, order: Uint32Array): void {
  const starts = order.subarray(0, vocabulary + 1).fill(0);
  for (const token of inputs) starts[token + 1]++;
  for (let token = 0; token < vocabulary; token++) starts[token + 1] += starts[token];
  const next = starts.slice();
  inputs.forEach((token, position) => {
    order[vocabulary + 1 + next[token]++] = position;
  });
}
