// What a plan is made of: calls of ops on named tensors, the same for both backends. Each op folder has functions that
// make calls: x.ref.ts says what the call computes, x.ts lowers it to kernels. Parameter gradients accumulate (+=),
// activation gradients assign (=).
import type { Lowered, Target } from './lowering';
import type { ReferenceTensors } from './reference-tensors';

/** A tensor's name in its plan. */
export type Tensor = string;

export interface OpCall {
  /** 'layer-norm-backward': for labels, the profiler and the lab. */
  readonly op: string;
  readonly reads: readonly Tensor[];
  /** Assigned whole: what was there before does not matter. */
  readonly writes: readonly Tensor[];
  /** Read and written: accumulated, or changed in place. */
  readonly updates: readonly Tensor[];
  /** Multiplications and additions; 0 where memory traffic is all there is. */
  readonly flops: number;
  /** Kernel launches whose operands are tensors of the three lists, and the scratch tensor. */
  lower(target: Target): Lowered;
  /** By plain loops, in the precision of the tensors given: the CPU backend in f32, the oracle in f64. */
  reference(tensors: ReferenceTensors): void;
}

/** How a tensor is stored. 'real' is f32, or f16 in mixed precision (Target.real). */
export type Storage = 'real' | 'f32' | 'u32';
