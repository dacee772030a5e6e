// The plain-loop engine runs a plan by the ops' references in f32. It is an oracle of the tests, and cheap enough that
// Node runs thirty simulated replicas of a tiny model.
import type { Engine } from '../engine';
import { compile } from '../plan/plan';
import type { CompileOptions, ModelSpec } from '../spec';
import { planEngine } from './plan-engine';
import { ReferenceModel } from './reference-model';
import { runReference } from './run-reference';

export function createCpuEngine(spec: ModelSpec, microBatch: number, options?: CompileOptions): Engine {
  const plan = compile(spec, microBatch, options);
  const activationBytes = plan.tensors.reduce(
    (sum, { role, length }) => sum + (role.kind === 'activation' ? 4 * length : 0),
    0,
  );
  return planEngine(plan, new ReferenceModel(plan, Float32Array), {
    backend: 'cpu',
    device: 'CPU (plain loops)',
    memory: { parameters: 8 * plan.parameterCount, planned: activationBytes, naive: activationBytes },
    runCall: runReference,
  });
}
