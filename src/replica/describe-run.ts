// The sizes of a run, from its configuration alone. They are shown before the run starts.
import type { Saying } from '../base/sayings';
import { lifetimes, shareBuffers } from '../model/plan/lifetimes';
import { compile } from '../model/plan/plan';
import { configProblem } from '../train/run/run-config';
import type { RunConfig } from './protocol';

export interface RunSizes {
  readonly parameterCount: number;
  /** The bytes of one micro-batch, on the device; twice the size in mixed precision. */
  readonly activationBytes: number;
}

export type DescribedRun =
  | { readonly ok: true; readonly value: RunSizes }
  | { readonly ok: false; readonly problem: Saying };

/** Fails with what people are told when the run is impossible. */
export function describeRun(config: RunConfig): DescribedRun {
  const problem = configProblem(config);
  if (problem) return { ok: false, problem };
  const plan = compile(config.model, config.microBatch, { checkpoints: config.checkpoints });
  const bytes = new Map(
    plan.tensors
      .filter(({ role }) => role.kind === 'activation')
      .map(({ name, length }) => [name, 4 * length]),
  );
  const lives = lifetimes([...plan.forward, ...plan.backward], (tensor) => bytes.get(tensor));
  return {
    ok: true,
    value: {
      parameterCount: plan.parameterCount,
      activationBytes: shareBuffers(lives).reduce((sum, buffer) => sum + buffer.bytes, 0),
    },
  };
}
