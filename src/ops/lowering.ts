// From a call to kernel launches on one kind of adapter. Partial results go through one scratch buffer shared by
// the whole plan: dispatches of a pass run in order, so nobody's scratch outlives its own call.
import type { KernelCall } from '../gpu/kernel-cache';
import type { MatmulTuning } from './matmul/choice';

/** The facts about an adapter that choose kernels: same facts, same kernels, same gradient (E6). */
export interface Target {
  readonly isSoftware: boolean;
  readonly maxInvocations: number; // per workgroup
  readonly maxWorkgroups: number; // per dimension
  /** How tensors of storage 'real' are kept: f16 in mixed precision. Arithmetic accumulates in f32 either way. */
  readonly real: 'f32' | 'f16';
  /** Subgroup operations may be used, and subgroups have four lanes or more. */
  readonly hasQuads?: boolean;
  /** What the tuner found on this adapter; absent, the defaults. */
  readonly matmul?: MatmulTuning;
}

export interface Lowered {
  readonly calls: readonly KernelCall[];
  /** f32 elements of the scratch buffer it needs. */
  readonly scratch: number;
}

/** The scratch buffer's name among the operands. */
export const scratchTensor = '(scratch)';

/** Workgroups for `count` independent pieces of work, over two dimensions where one does not hold them. */
export function grid(count: number, target: Target): [x: number, y: number, z: number] {
  const x = Math.min(count, target.maxWorkgroups);
  return [x, Math.ceil(count / x), 1];
}
