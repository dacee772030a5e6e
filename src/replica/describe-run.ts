// The sizes of a run, from its configuration alone. They are shown before the run starts.
import type { RunProblem } from '../base/run-problems';
import { lifetimes, shareBuffers } from '../model/plan/lifetimes';
import { compile } from '../model/plan/plan';
import { parseRunConfig, settingsProblem } from '../train/run/run-config';
import { runProblem } from '../train/run/run-problem';
import type { RunConfig } from './protocol';

export interface RunSizes {
  readonly parameterCount: number;
  /** Of one micro-batch, on the device; twice the size in mixed precision. */
  readonly activationBytes: number;
}

export type DescribedRun =
  | { readonly ok: true; readonly value: RunSizes }
  /** `problem`: the same for another language; undefined: only English has it. */
  | { readonly ok: false; readonly message: string; readonly problem: RunProblem | undefined };

/** Fails with a sentence for people when the run is impossible. */
export function describeRun(config: RunConfig): DescribedRun {
  const parsed = parseRunConfig(config);
  if (!parsed.ok) {
    const problem = settingsProblem(config) ?? runProblem(config);
    const isIt = problem !== undefined && parsed.error.message.endsWith(problem.text);
    return { ok: false, message: sentence(parsed.error.message), problem: isIt ? problem : undefined };
  }
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

/** 'config: the data has 3 inputs' → 'The data has 3 inputs.' */
function sentence(message: string): string {
  const text = message.replace(/^config: /, '');
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
