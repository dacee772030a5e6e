// Lowers a call to kernel launches for one kind of adapter. Partial results go through one scratch buffer that the
// whole plan shares. Dispatches of a pass run in order, so no call's scratch is needed after the call.
import type { KernelCall } from '../gpu/kernel-cache';
import type { MatmulTuning } from './matmul/choice';

/** The facts about an adapter that choose kernels. Equal facts give equal kernels and equal gradients (E6). */
export interface Target {
  readonly maxInvocations: number; // per workgroup
  readonly maxWorkgroups: number; // per dimension
  readonly maxStorageBuffers: number; // per kernel: 4 in compatibility mode, otherwise 8 or more
  /** Storage of 'real' tensors: f16 in mixed precision. Arithmetic accumulates in f32 either way. */
  readonly real: 'f32' | 'f16';
  /** Subgroup operations may be used, and subgroups have four lanes or more. */
  readonly hasQuads?: boolean;
  /** The tuner's result on this adapter; without one, the defaults. */
  readonly matmul?: MatmulTuning;
}

export interface Lowered {
  readonly calls: readonly KernelCall[];
  /** f32 elements of the scratch buffer it needs. */
  readonly scratch: number;
}

/** Launches that need no scratch. */
export function launches(...calls: readonly KernelCall[]): Lowered {
  return { calls, scratch: 0 };
}

/** The storage of reals, or of vectors of four of them. */
export function wide(real: Target['real'], isWide: boolean): 'f32' | 'f16' | 'vec4f' | 'vec4h' {
  return isWide ? (real === 'f16' ? 'vec4h' : 'vec4f') : real;
}

/** The scratch buffer's name among the operands. */
export const scratchTensor = '(scratch)';

/** Workgroups for `count` independent pieces of work, over two dimensions when one is too small. */
export function grid(count: number, target: Target): [x: number, y: number, z: number] {
  const x = Math.min(count, target.maxWorkgroups);
  return [x, Math.ceil(count / x), 1];
}
