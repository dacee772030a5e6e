// The model of a virtual ring: equal dense layers, and when the backward pass has each tensor's gradient. The times are
// chosen, as the clock is.
import type { Interval } from './timeline';

const width = 120;
export const forwardMs = 50;
/** The usual rule: twice the forward pass. */
export const backwardMs = 2 * forwardMs;
/** A bias's gradient is a mere sum over the rows, so it is ready first. */
const biasMs = 1;

interface VirtualTensor {
  readonly name: string;
  readonly shape: readonly number[];
  /** The offset in elements, in forward order without gaps. */
  readonly offset: number;
  readonly length: number;
  readonly decays: boolean;
  /** The time from the step's begin. */
  readonly readyMs: number;
}

export interface VirtualWork {
  readonly forward: Interval;
  /** The backward pass by layer, the last one first. */
  readonly backward: readonly Interval[];
  readonly endMs: number;
  /** The tensors in forward order. */
  readonly tensors: readonly VirtualTensor[];
  /** Elements of the gradient. */
  readonly length: number;
}

export function workOf(layers: number): VirtualWork {
  const turnMs = layers * forwardMs;
  const startOf = (layer: number): number => turnMs + (layers - 1 - layer) * backwardMs;
  const tensors: VirtualTensor[] = [];
  let offset = 0;
  const add = (name: string, shape: readonly number[], readyMs: number): void => {
    const length = shape.reduce((product, size) => product * size, 1);
    tensors.push({ name, shape, offset, length, decays: shape.length > 1, readyMs });
    offset += length;
  };
  for (let layer = 0; layer < layers; layer++) {
    add(`layers.${layer}.weight`, [width, width], startOf(layer) + backwardMs);
    add(`layers.${layer}.bias`, [width], startOf(layer) + biasMs);
  }
  return {
    forward: [0, turnMs],
    backward: Array.from({ length: layers }, (_, index) => {
      const start = turnMs + index * backwardMs;
      return [start, start + backwardMs];
    }),
    endMs: turnMs + layers * backwardMs,
    tensors,
    length: offset,
  };
}
