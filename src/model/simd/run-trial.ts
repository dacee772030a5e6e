// Runs a single call by the SIMD kernels, on this thread and in a memory of its own, for the check by known answers. The
// bits do not depend on the number of threads (E6), so one thread answers for all.
import { assert } from '../../base/assert';
import { toHalfs } from '../../base/float16';
import { scratchTensor } from '../../ops/lowering';
import type { Tensor } from '../../ops/op-call';
import { instantiateKernels, kernelModule, type SimdPath } from '../../simd/kernel-module';
import { resultsOf, type CallTrial, type TensorValues, type TrialResult } from '../call-trial';
import { runReference } from '../cpu/run-reference';
import { newMemory } from './new-memory';

const lineBytes = 64;

/** A call without kernels is computed by its reference, as in a program. */
export function runTrial(trial: CallTrial, path: SimdPath): TrialResult {
  const lowered = trial.call.lowerToSimd?.();
  if (!lowered) return runReference(trial);
  const module = kernelModule(path, false);
  assert(module, `this runtime has the instructions of ${path}`);
  let end = lineBytes; // address 0 means: no tensor
  const reserve = (bytes: number): number => {
    const at = end;
    end += Math.ceil(bytes / lineBytes) * lineBytes;
    return at;
  };
  const places = new Map<Tensor, number>();
  for (const [name, { values }] of trial.tensors) places.set(name, reserve(values.byteLength));
  places.set(scratchTensor, reserve(lowered.scratchBytes));
  const ownScratch = reserve(lowered.threadScratchBytes);
  const memory = newMemory(end, false);
  const kernels = instantiateKernels(module, memory);
  kernels.setThread(0, 1, ownScratch);
  const viewOf = (name: Tensor): TensorValues => {
    const { values } = trial.tensors.get(name)!;
    const View = values instanceof Uint32Array ? Uint32Array : Float32Array;
    return new View(memory.buffer, places.get(name)!, values.length);
  };
  for (const [name, { storage, values }] of trial.tensors)
    if (storage === 'half')
      toHalfs(values as Float32Array, new Uint16Array(memory.buffer, places.get(name)!, values.length));
    else viewOf(name).set(values);
  for (const { kernel, args } of lowered.calls)
    kernels[kernel](...args.map((arg) => (typeof arg === 'number' ? arg : places.get(arg)!)));
  return new Map(resultsOf(trial).map((name) => [name, viewOf(name).slice()]));
}
