// Copies a tensor between the flat vector and the order of a file, a range of the file at a time.
import type { TensorLayout } from './tensor-layout';

/** Elements [start, start + into.length) of the file's tensor, from the flat vector. */
export function toFileOrder(
  layout: TensorLayout,
  flat: Float32Array,
  start: number,
  into: Float32Array,
): void {
  eachRun(layout, start, into.length, (at, from, count, stride) => {
    if (stride === 1) into.set(flat.subarray(from, from + count), at);
    else for (let i = 0; i < count; i++) into[at + i] = flat[from + i * stride];
  });
}

/** The inverse: `values` are elements [start, …) of the file's tensor. */
export function fromFileOrder<Values extends Float32Array | Uint16Array>(
  layout: TensorLayout,
  values: Values,
  start: number,
  flat: Values,
): void {
  eachRun(layout, start, values.length, (at, to, count, stride) => {
    if (stride === 1) flat.set(values.subarray(at, at + count), to);
    else for (let i = 0; i < count; i++) flat[to + i * stride] = values[at + i];
  });
}

/** Runs along the file's last axis. `at` counts from `start`; `flat` is an index of the flat vector. */
function eachRun(
  { offset, axes, order }: TensorLayout,
  start: number,
  length: number,
  run: (at: number, flat: number, count: number, stride: number) => void,
): void {
  if (order.every((axis, at) => axis === at)) return run(0, offset + start, length, 1);
  const strides = axes.map((_, axis) => axes.slice(axis + 1).reduce((product, size) => product * size, 1));
  const sizes = order.map((axis) => axes[axis]);
  const steps = order.map((axis) => strides[axis]);
  const last = sizes.length - 1;
  const index = sizes.map(() => 0);
  for (let axis = last, rest = start; axis >= 0; axis--) {
    index[axis] = rest % sizes[axis];
    rest = Math.floor(rest / sizes[axis]);
  }
  for (let at = 0; at < length;) {
    const count = Math.min(sizes[last] - index[last], length - at);
    run(at, offset + index.reduce((sum, value, axis) => sum + value * steps[axis], 0), count, steps[last]);
    at += count;
    index[last] = 0;
    for (let axis = last - 1; axis >= 0 && ++index[axis] === sizes[axis]; axis--) index[axis] = 0;
  }
}
