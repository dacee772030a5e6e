// The SIMD engine on the thread that calls it.
import { activationBytes, planEngine } from '../cpu/plan-engine';
import type { Engine } from '../engine';
import { compile, type Plan } from '../plan/plan';
import type { CompileOptions, ModelSpec } from '../spec';
import type { SimdPath } from '../../simd/kernel-module';
import { runTrial } from './run-trial';
import { baseBytes } from './memory-layout';
import { simdModelHere } from './one-thread';
import type { SimdProgram } from './program';

export interface SimdOptions extends Partial<CompileOptions> {
  /** The path; 'simd' when absent. */
  readonly path?: SimdPath;
}

/** Throws EngineError 'bad-model', 'model-does-not-fit' or 'out-of-memory'. */
export function createSimdEngine(spec: ModelSpec, microBatch: number, options: SimdOptions = {}): Engine {
  const { path = 'simd', checkpoints = false, logitsBytes } = options;
  const plan = compile(spec, microBatch, { checkpoints, logitsBytes });
  const model = simdModelHere(plan, path);
  return planEngine(plan, model, {
    backend: 'simd',
    device: 'CPU (SIMD)',
    memory: memoryOf(plan, model.program),
    runCall: (trial) => runTrial(trial, path),
  });
}

export function memoryOf(plan: Plan, { layout }: SimdProgram): Engine['memory'] {
  return {
    parameters: 8 * plan.parameterCount + baseBytes(plan),
    planned: layout.activationBytes,
    naive: activationBytes(plan),
  };
}
