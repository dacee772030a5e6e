// The sizes of a run, from its configuration alone. They are shown before the run starts.
import { fail, ok, type Result } from '../base/result';
import { lifetimes, shareBuffers } from '../model/plan/lifetimes';
import { compile } from '../model/plan/plan';
import { parseRunConfig } from '../train/run/run-config';
import type { RunConfig } from './protocol';

export interface RunSizes {
  readonly parameterCount: number;
  /** Of one micro-batch, on the device; twice the size in mixed precision. */
  readonly activationBytes: number;
}

/** Fails with a sentence for people when the run is impossible. */
export function describeRun(config: RunConfig): Result<RunSizes, 'bad-config'> {
  const parsed = parseRunConfig(config);
  if (!parsed.ok) return fail('bad-config', sentence(parsed.error.message));
  const plan = compile(config.model, config.microBatch, { checkpoints: config.checkpoints });
  const bytes = new Map(
    plan.tensors
      .filter(({ role }) => role.kind === 'activation')
      .map(({ name, length }) => [name, 4 * length]),
  );
  const lives = lifetimes([...plan.forward, ...plan.backward], (tensor) => bytes.get(tensor));
  return ok({
    parameterCount: plan.parameterCount,
    activationBytes: shareBuffers(lives).reduce((sum, buffer) => sum + buffer.bytes, 0),
  });
}

/** 'config: the data has 3 inputs' → 'The data has 3 inputs.' */
function sentence(message: string): string {
  const text = message.replace(/^config: /, '');
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
