// The plain-loop engine runs a plan by the ops' references in f32. It is an oracle of the tests, and cheap enough that
// Node runs thirty simulated replicas of a tiny model.
import { endOf, type Engine } from '../engine';
import { compile } from '../plan/plan';
import type { CompileOptions, ModelSpec } from '../spec';
import { activationBytes, planEngine } from './plan-engine';
import { ReferenceModel } from './reference-model';
import { runReference } from './run-reference';

export function createCpuEngine(spec: ModelSpec, microBatch: number, options?: CompileOptions): Engine {
  const plan = compile(spec, microBatch, options);
  const naive = activationBytes(plan);
  return planEngine(plan, new ReferenceModel(plan, Float32Array), {
    backend: 'cpu',
    device: 'CPU (plain loops)',
    memory: { parameters: 8 * plan.parameterCount + 4 * endOf(plan.base), planned: naive, naive },
    runCall: runReference,
  });
}
