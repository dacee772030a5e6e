// Where the parameter tensors lie in the flat vector. A tensor may have neither decay nor a trust ratio, as its layer
// declares. Blocks do not stop at the borders of tensors.
import { assert } from '../../base/assert';

/** Elements [start, end). */
export interface TensorRange {
  readonly start: number;
  readonly end: number;
  /** False for biases, norms and embedding tables, which have neither weight decay nor a trust ratio. */
  readonly decays: boolean;
}

/** The ranges of a model's parameter slots. Each layer declares which of its parameters decay. */
export function tensorRanges(
  slots: readonly {
    readonly offset: number;
    readonly length: number;
    readonly decays: boolean;
  }[],
): TensorRange[] {
  return slots.map(({ offset, length, decays }) => ({ start: offset, end: offset + length, decays }));
}

/** Elements [start, end) of tensor number `tensor`. */
export interface Run {
  readonly tensor: number;
  readonly start: number;
  readonly end: number;
}

/** Tensors follow each other without gaps. */
export function assertTensors(tensors: readonly TensorRange[], parameterCount: number): void {
  let at = 0;
  for (const { start, end } of tensors) {
    assert(start === at && end >= start, 'tensors follow each other without gaps');
    at = end;
  }
  assert(at === parameterCount, 'tensors cover all parameters');
}

/** Elements [start, end), cut at the borders of tensors, ascending. An empty tensor gives no run. */
export function runsOf(tensors: readonly TensorRange[], start: number, end: number): Run[] {
  const runs: Run[] = [];
  let low = 0; // the first tensor that ends after `start`
  for (let high = tensors.length; low < high;) {
    const middle = (low + high) >> 1;
    if (tensors[middle].end > start) high = middle;
    else low = middle + 1;
  }
  for (let tensor = low; tensor < tensors.length && tensors[tensor].start < end; tensor++) {
    const run = {
      tensor,
      start: Math.max(start, tensors[tensor].start),
      end: Math.min(end, tensors[tensor].end),
    };
    if (run.end > run.start) runs.push(run);
  }
  return runs;
}
