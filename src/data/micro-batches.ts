// Lays examples out as the rows of micro-batches of exactly `microBatch` rows. The last one is padded with rows of
// zeros and weight 0, which add nothing to any sum.
import { assert } from '../base/assert';
import { prng } from '../base/prng';
import type { Dataset } from './dataset';
import type { Positions } from './positions';

export interface MicroBatchRows {
  readonly inputs: Float32Array<ArrayBuffer>; // (microBatch, inputs)
  readonly labels: Uint32Array<ArrayBuffer>; // (microBatch, terms)
  readonly weights: Float32Array<ArrayBuffer>; // (microBatch, terms): 1, or 0 for padding
  readonly keys?: Uint32Array<ArrayBuffer>; // (microBatch): each row's stream of dropout
}

/** Changes a row in place once it is read. `at`: which of the indices it is. */
type AlterRow = (row: Float32Array, at: number) => void;

/** ⌈indices / microBatch⌉ micro-batches; none for an empty shard (E8). `keys`, one per index, turn dropout on. */
export function microBatches(
  dataset: Dataset,
  indices: ArrayLike<number>,
  microBatch: number,
  keys?: Uint32Array,
  alterRow?: AlterRow,
): MicroBatchRows[] {
  assert(keys === undefined || keys.length === indices.length, 'there is one key per example');
  const inputLength = dataset.inputShape.reduce((product, size) => product * size, 1);
  const { terms } = dataset;
  const batches: MicroBatchRows[] = [];
  for (let start = 0; start < indices.length; start += microBatch) {
    const inputs = new Float32Array(microBatch * inputLength);
    const labels = new Uint32Array(microBatch * terms);
    const weights = new Float32Array(microBatch * terms);
    const rows = Math.min(microBatch, indices.length - start);
    for (let row = 0; row < rows; row++) {
      const at = row * inputLength;
      dataset.read(indices[start + row], inputs, at, labels, row * terms);
      alterRow?.(inputs.subarray(at, at + inputLength), start + row);
    }
    weights.fill(1, 0, rows * terms);
    if (!keys) {
      batches.push({ inputs, labels, weights });
      continue;
    }
    const rowKeys = new Uint32Array(microBatch);
    rowKeys.set(keys.subarray(start, start + rows));
    batches.push({ inputs, labels, weights, keys: rowKeys });
  }
  return batches;
}

/** Dropout keys of the examples at these positions of the sampler's stream. A key is a function of the position
 *  alone. So N shards drop what one shard N times as large drops, and a redone example drops what it dropped before.
 *  Never 0, which means no dropout (E9). */
export function dropoutKeys(seed: number, positions: Positions): Uint32Array {
  return Uint32Array.from(
    positions.flatMap(([start, count]) =>
      Array.from({ length: count }, (_, i) => prng('dropout', seed, start + i).uint32() || 1),
    ),
  );
}
