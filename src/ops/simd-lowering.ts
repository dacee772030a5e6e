// Lowers a call to kernels of the SIMD engine (src/simd/kernels), as data that threads can be sent.
import type { Tensor } from './op-call';

/** A kernel's name among the exports, and its arguments in order: a tensor stands for its address, a number for itself.
 *  Every thread runs it, on a share of its own. The next kernel begins when all threads have finished. */
export interface SimdKernelCall {
  readonly kernel: string;
  readonly args: readonly (Tensor | number)[];
}

export interface SimdLowered {
  readonly calls: readonly SimdKernelCall[];
  /** Bytes of the scratch tensor (scratchTensor of lowering.ts), which all threads share. */
  readonly scratchBytes: number;
  /** Bytes of the scratch that each thread has for itself. */
  readonly threadScratchBytes: number;
}

/** One kernel that needs no shared scratch. */
export function simdKernel(
  kernel: string,
  args: SimdKernelCall['args'],
  threadScratchBytes = 0,
): SimdLowered {
  return { calls: [{ kernel, args }], scratchBytes: 0, threadScratchBytes };
}

/** The address of an optional operand that is absent. */
export const absent = 0;
