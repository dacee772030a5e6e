// Single calls lowered to SIMD kernels over one memory, which begins with their operands' values.
import { assert } from '../../../src/base/assert';
import { lineBytes } from '../../../src/model/simd/memory-layout';
import { newMemory } from '../../../src/model/simd/new-memory';
import type { KernelStep } from '../../../src/model/simd/program';
import { scratchTensor } from '../../../src/ops/lowering';
import type { OurCalls } from './contender';

export interface PlacedCalls {
  readonly memory: WebAssembly.Memory;
  readonly steps: readonly KernelStep[];
  /** Address of each thread's own scratch. */
  readonly scratch: readonly number[];
  /** A copy of what the steps have computed. */
  read(): readonly Float32Array[];
}

/** Memory is shared for a team, whose leader lives in a Worker, and not for the page's own thread. */
export function placeCalls(
  { calls, tensors, results }: OurCalls,
  threads: number,
  isShared: boolean,
): PlacedCalls {
  const lowered = calls.map((call) => {
    const kernels = call.lowerToSimd?.();
    assert(kernels, `${call.op} has SIMD kernels`);
    return kernels;
  });
  let end = lineBytes; // address 0 means: no tensor
  const reserve = (bytes: number): number => {
    const at = end;
    end += Math.ceil(bytes / lineBytes) * lineBytes;
    return at;
  };
  const lengthOf = (tensor: OurCalls['tensors'][string]): number =>
    typeof tensor === 'number' ? tensor : tensor.length;
  const places = new Map(
    Object.entries(tensors).map(([name, tensor]) => [name, reserve(4 * lengthOf(tensor))]),
  );
  places.set(scratchTensor, reserve(Math.max(...lowered.map(({ scratchBytes }) => scratchBytes))));
  const ownBytes = Math.max(...lowered.map(({ threadScratchBytes }) => threadScratchBytes));
  const scratch = Array.from({ length: threads }, () => reserve(ownBytes));
  const memory = newMemory(end, isShared);
  for (const [name, tensor] of Object.entries(tensors))
    if (typeof tensor !== 'number') {
      const View = tensor instanceof Uint32Array ? Uint32Array : Float32Array;
      new View(memory.buffer, places.get(name)!, tensor.length).set(tensor);
    }
  return {
    ...{ memory, scratch },
    steps: lowered.flatMap((each) =>
      each.calls.map(({ kernel, args }) => ({
        kernel,
        args: args.map((arg) => (typeof arg === 'number' ? arg : places.get(arg)!)),
      })),
    ),
    read: () =>
      results.map(({ tensor, length }) =>
        new Float32Array(memory.buffer, places.get(tensor)!, length).slice(),
      ),
  };
}
