// A tensor of a plan: its length, its storage and its role.
import type { Storage, Tensor } from '../../ops/op-call';

export type TensorRole =
  /** (microBatch, inputs), written by the host. */
  | { readonly kind: 'inputs' }
  /** u32, written by the host: keys, labels, weights' bits (Builder.targets). */
  | { readonly kind: 'targets' }
  /** u32, written by the host (Builder.tokenOrder). */
  | { readonly kind: 'token-order'; readonly vocabulary: number }
  | { readonly kind: 'parameter' | 'gradient'; readonly slot: number }
  /** A parameter that is not trained, by its slot in the base. */
  | { readonly kind: 'base'; readonly slot: number }
  | { readonly kind: 'activation' }
  /** (2), f32: loss and score, summed over micro-batches. */
  | { readonly kind: 'sums' };

export interface PlanTensor {
  readonly name: Tensor;
  readonly length: number; // elements
  readonly storage: Storage;
  readonly role: TensorRole;
}

export function gradientOf(parameter: Tensor): Tensor {
  return `${parameter}.grad`;
}
