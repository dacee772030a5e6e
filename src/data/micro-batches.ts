// Examples as the rows of compiled micro-batches: exactly `microBatch` rows each, the ragged end padded with rows of
// zeros and weight 0, which add nothing to any sum.
import type { Dataset } from './dataset';

export interface MicroBatchRows {
  readonly inputs: Float32Array<ArrayBuffer>; // (microBatch, inputs)
  readonly labels: Uint32Array<ArrayBuffer>; // (microBatch)
  readonly weights: Float32Array<ArrayBuffer>; // (microBatch): 1, or 0 for padding
}

/** ⌈indices / microBatch⌉ micro-batches; none for an empty shard. */
export function microBatches(
  dataset: Dataset,
  indices: ArrayLike<number>,
  microBatch: number,
): MicroBatchRows[] {
  const inputLength = dataset.inputShape.reduce((product, size) => product * size, 1);
  const batches: MicroBatchRows[] = [];
  for (let start = 0; start < indices.length; start += microBatch) {
    const inputs = new Float32Array(microBatch * inputLength);
    const labels = new Uint32Array(microBatch);
    const weights = new Float32Array(microBatch);
    const rows = Math.min(microBatch, indices.length - start);
    for (let row = 0; row < rows; row++) {
      labels[row] = dataset.read(indices[start + row], inputs, row * inputLength);
      weights[row] = 1;
    }
    batches.push({ inputs, labels, weights });
  }
  return batches;
}
