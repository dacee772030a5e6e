// A model compiled: tensors and calls in order, forward then backward, for one micro-batch. Static and the same
// for both backends; each decides where the tensors live. Parameter gradients accumulate over micro-batches,
// activation gradients are assigned anew.
import { assert } from '../base/assert';
import type { OpCall, Tensor } from '../ops/op-call';
import type { ParameterSlot } from './engine';
import type { ModelSpec } from './spec';

export type TensorRole =
  /** (microBatch, inputs), written by the host. */
  | { readonly kind: 'inputs' }
  /** (2, microBatch): labels, then weights' bits; written by the host. */
  | { readonly kind: 'targets' }
  | { readonly kind: 'parameter' | 'gradient'; readonly slot: number }
  | { readonly kind: 'activation' }
  /** (2): loss, correct, summed over micro-batches. */
  | { readonly kind: 'sums' };

export interface PlanTensor {
  readonly name: Tensor;
  /** In 4-byte elements. */
  readonly length: number;
  readonly role: TensorRole;
}

export interface Plan {
  readonly microBatch: number;
  /** Elements of one example. */
  readonly inputs: number;
  readonly classes: number;
  readonly slots: readonly ParameterSlot[];
  readonly parameterCount: number;
  readonly tensors: readonly PlanTensor[];
  /** Ends with the loss and its gradient. */
  readonly forward: readonly OpCall[];
  readonly backward: readonly OpCall[];
  /** Per slot: how many backward calls must have run for its gradient to be complete. */
  readonly completeAfter: readonly number[];
  readonly logits: Tensor;
}

export function compile(spec: ModelSpec, microBatch: number): Plan {
  assert(spec.layers.length > 0, 'a model has at least one layer');
  assert(Number.isInteger(microBatch) && microBatch > 0, 'a micro-batch has at least one row');
  const rows = microBatch;
  const inputs = spec.inputShape.reduce((product, size) => product * size, 1);
  const slots: ParameterSlot[] = [];
  const tensors: PlanTensor[] = [];
  const forward: OpCall[] = [];
  let parameterCount = 0;

  const tensor = (name: Tensor, length: number, role: TensorRole): Tensor => {
    tensors.push({ name, length, role });
    return name;
  };
  const activation = (name: Tensor, length: number): Tensor => tensor(name, length, { kind: 'activation' });
  const parameter = (name: string, shape: readonly number[]): Tensor => {
    const length = shape.reduce((product, size) => product * size, 1);
    const slot = slots.length;
    slots.push({ name, shape, offset: parameterCount, length });
    parameterCount += length;
    tensor(gradientOf(name), length, { kind: 'gradient', slot });
    return tensor(name, length, { kind: 'parameter', slot });
  };

  // What each layer's backward needs, in forward order.
  const layers: { readonly x: Tensor; readonly y: Tensor; readonly fanIn: number; readonly units: number;
    readonly name: string; readonly saved: Tensor }[] = []; // prettier-ignore

  let x = tensor('inputs', rows * inputs, { kind: 'inputs' });
  let fanIn = inputs;
  spec.layers.forEach(({ units, activation: kind }, index) => {
    const name = `layers.${index}`;
    const weight = parameter(`${name}.weight`, [fanIn, units]);
    const bias = parameter(`${name}.bias`, [units]);
    const y = activation(`${name}.out`, rows * units);
    const z = kind === 'gelu' ? activation(`${name}.before-gelu`, rows * units) : y;
    const fused = kind === 'gelu' ? 'none' : kind;
    forward.push({
      op: 'matmul',
      layout: 'nn',
      a: x,
      b: weight,
      out: z,
      m: rows,
      n: units,
      k: fanIn,
      accumulate: false,
      epilogue: { bias, activation: fused },
    });
    if (kind === 'gelu')
      forward.push({ op: 'activation-forward', activation: kind, x: z, y, length: rows * units });
    layers.push({ x, y, fanIn, units, name, saved: z });
    x = y;
    fanIn = units;
  });

  const logits = x;
  const classes = fanIn;
  const targets = tensor('targets', 2 * rows, { kind: 'targets' });
  const rowStats = activation('row-stats', 2 * rows);
  const sums = tensor('sums', 2, { kind: 'sums' });
  let gradient = activation(gradientOf(logits), rows * classes);
  forward.push({ op: 'cross-entropy', logits, targets, gradient, rowStats, rows, classes });
  forward.push({ op: 'loss-sum', rowStats, sums, rows });

  const backward: OpCall[] = [];
  const completeAfter: number[] = new Array<number>(slots.length);
  const complete = (name: string): void => {
    completeAfter[slots.findIndex((slot) => slot.name === name)] = backward.length;
  };
  for (let index = layers.length - 1; index >= 0; index--) {
    const { x, fanIn, units, name, saved } = layers[index];
    const kind = spec.layers[index].activation;
    if (kind !== 'none')
      backward.push({ op: 'activation-backward', activation: kind, saved, gradient, length: rows * units });
    backward.push({ op: 'column-sum', x: gradient, out: gradientOf(`${name}.bias`), rows, columns: units });
    complete(`${name}.bias`);
    // dW = xᵀ·dy before dx = dy·Wᵀ: a bucket of weights leaves while the rest of the backward runs.
    backward.push({
      op: 'matmul',
      layout: 'tn',
      a: x,
      b: gradient,
      out: gradientOf(`${name}.weight`),
      m: fanIn,
      n: units,
      k: rows,
      accumulate: true,
    });
    complete(`${name}.weight`);
    if (index === 0) break; // nobody asks for the gradient of the inputs
    const below = activation(gradientOf(x), rows * fanIn);
    backward.push({
      op: 'matmul',
      layout: 'nt',
      a: gradient,
      b: `${name}.weight`,
      out: below,
      m: rows,
      n: fanIn,
      k: units,
      accumulate: false,
    });
    gradient = below;
  }
  return {
    microBatch,
    inputs,
    classes,
    slots,
    parameterCount,
    tensors,
    forward,
    backward,
    completeAfter,
    logits,
  };
}

export function gradientOf(tensor: Tensor): Tensor {
  return `${tensor}.grad`;
}
