// Runs a program on this thread alone, over an unshared memory.
import { instantiateKernels, kernelModule, type SimdPath } from '../../simd/kernel-module';
import { EngineError } from '../engine';
import type { Plan } from '../plan/plan';
import { newMemory } from './new-memory';
import { programOf } from './program';
import { SimdModel } from './simd-model';

/** Throws EngineError 'model-does-not-fit'. */
export function simdModelHere(plan: Plan, path: SimdPath): SimdModel {
  const module = kernelModule(path, false);
  if (!module) throw new EngineError('model-does-not-fit', 'this browser has no WebAssembly SIMD');
  const program = programOf(plan, 1);
  const { layout, steps, calls } = program;
  const memory = newMemory(layout.bytes, false);
  const exports = instantiateKernels(module, memory);
  exports.setThread(0, 1, layout.threadScratch[0]);
  const bound = steps.map((step) =>
    'kernel' in step ? { kernel: exports[step.kernel], args: step.args } : step,
  );
  return new SimdModel(plan, program, memory, (from, to, tensors) => {
    for (let at = from; at < to; at++) {
      const step = bound[at];
      if ('kernel' in step) step.kernel(...step.args);
      else calls[step.reference].reference(tensors);
    }
  });
}
