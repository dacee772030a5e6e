// A plan's calls: ops on named tensors, the same for both backends. Each op folder has functions that make calls.
// x.ref.ts says what a call computes, x.ts lowers it to kernels of each engine. Parameter gradients accumulate (+=), activation
// gradients assign (=).
import type { PointwiseActivation } from './activation/activation.ref';
import type { Lowered, Target } from './lowering';
import type { SimdLowered } from './simd-lowering';
import type { Reals } from './reals';

/** A tensor's name in its plan. */
export type Tensor = string;

export interface OpCall {
  /** 'layer-norm-backward'. For labels, the profiler and the lab. */
  readonly op: string;
  readonly reads: readonly Tensor[];
  /** Assigned whole: earlier contents do not matter. */
  readonly writes: readonly Tensor[];
  /** Read and written: accumulated, or changed in place. */
  readonly updates: readonly Tensor[];
  /** Multiplications and additions; 0 when the call only moves memory. */
  readonly flops: number;
  /** Set if the call is only this product. The call that writes dy may then compute it (fuse-slopes.ts). */
  readonly slope?: SlopeProduct;
  /** The same call, with slope.dx = (its output) · f′ as its output. Undefined if it has no such form. */
  withSlope?(slope: SlopeProduct): OpCall;
  /** The same call on other rows. Undefined if it has no such form. */
  forRows?(rows: SomeRows): OpCall;
  /** Kernel launches whose operands are tensors of the three lists, and the scratch tensor. */
  lower(target: Target): Lowered;
  /** Kernels of the SIMD engine. A call without them is computed by its reference there. */
  lowerToSimd?(): SimdLowered;
  /** Computes the call by plain loops in the precision of its tensors: f32 in the CPU backend, f64 in the oracle. */
  reference(tensors: ReferenceTensors): void;
}

export const tensorsOf = (call: OpCall): readonly Tensor[] => [
  ...call.reads,
  ...call.writes,
  ...call.updates,
];

/** A call that writes or updates nothing, or only moves memory, need not say so. */
export function opCall(
  call: Omit<OpCall, 'writes' | 'updates' | 'flops'> & Partial<Pick<OpCall, 'writes' | 'updates' | 'flops'>>,
): OpCall {
  return { writes: [], updates: [], flops: 0, ...call };
}

/** dx = dy · f′, where f was applied to z. `saved` is f(z) for relu and tanh, z for gelu. */
interface SlopeProduct {
  readonly slopeOf: PointwiseActivation;
  readonly saved: Tensor;
  readonly dy: Tensor;
  readonly dx: Tensor;
}

/** Rows that give rows, each by itself. */
interface SomeRows {
  readonly rows: number;
  readonly x: Tensor; // (rows, inputs)
  readonly y: Tensor; // (rows, outputs)
}

/** How a tensor is stored. 'real' is f32, or f16 in mixed precision (Target.real). 'half' is f16 in every precision: the
 *  matrices of a base, which no call changes. */
export type Storage = 'real' | 'half' | 'f32' | 'u32';

/** The tensors of a reference. Targets and other integers from the host are u32; all others are real. */
export interface ReferenceTensors {
  reals(name: Tensor): Reals;
  integers(name: Tensor): Uint32Array;
}
