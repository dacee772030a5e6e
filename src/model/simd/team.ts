// The threads that run a program together. The leader gives out ranges of steps, and all threads compute shares of them.
import { sharedStepsCells, SharedSteps } from '../../simd/shared-steps';
import { instantiateKernels, kernelModule, type SimdPath } from '../../simd/kernel-module';
import { assert } from '../../base/assert';
import { EngineError } from '../engine';
import type { Step } from './program';

/** What a thread needs to compute shares. It can be sent to a Worker. */
export interface TeamShare {
  readonly path: SimdPath;
  /** Shared. */
  readonly memory: WebAssembly.Memory;
  readonly control: Int32Array;
  readonly steps: readonly Step[];
  /** Address of this thread's own scratch. */
  readonly scratch: number;
  readonly threads: number;
}

/** The gradient call that is no longer wanted. */
export const abortedAt = sharedStepsCells;

/** The longest step of the largest model takes about a second on one slow core. */
const stepDeadlineMs = 30_000;
/** A helper that nobody needs looks up this often. Its owner ends it by terminating its Worker. */
const idleMs = 2 ** 31;

export function newControl(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * (abortedAt + 16)));
}

/** Runs steps by the whole team, or by the leader alone. Reference steps run on the leader's thread. Throws EngineError
 *  'device-lost' when a helper fails; the team is then unusable. */
export function leadTeam(
  share: TeamShare,
  runReference: (call: number) => void,
  isAlone: () => boolean,
): (from: number, to: number) => void {
  const { steps, threads } = share;
  const kernels = kernelsOf(share);
  const compute = (at: number, part: number, parts: number): void => {
    const step = steps[at];
    if ('reference' in step) runReference(step.reference);
    else kernels(at, part, parts);
  };
  const shared = sharedSteps(share, (at, part) => compute(at, part, threads));
  return (from, to) => {
    if (threads === 1 || isAlone()) {
      for (let at = from; at < to; at++) compute(at, 0, 1);
      return;
    }
    try {
      shared.lead(from, to, stepDeadlineMs);
    } catch (error) {
      shared.break();
      throw new EngineError('device-lost', `the engine’s threads stopped: ${(error as Error).message}`);
    }
  };
}

/** Prepares a helper's thread. The function that it returns computes shares until the team breaks, and then throws. */
export function helpTeam(share: TeamShare): () => never {
  const kernels = kernelsOf(share);
  const shared = sharedSteps(share, (at, part) => kernels(at, part, share.threads));
  return () => {
    try {
      return shared.help(idleMs);
    } finally {
      shared.break();
    }
  };
}

function sharedSteps(
  { control, steps, threads }: TeamShare,
  compute: (at: number, part: number) => void,
): SharedSteps {
  const isLeaders = (at: number): boolean => 'reference' in steps[at];
  const counts = steps.map((_, at) => (isLeaders(at) ? 1 : threads));
  return new SharedSteps(control, { counts, isLeaders }, compute);
}

/** Computes one of `parts` shares of a step that has a kernel. */
function kernelsOf({
  path,
  memory,
  steps,
  scratch,
}: TeamShare): (at: number, part: number, parts: number) => void {
  const module = kernelModule(path, true);
  assert(module, `this browser has the instructions of the path '${path}'`);
  const exports = instantiateKernels(module, memory);
  const bound = steps.map((step) =>
    'kernel' in step ? { kernel: exports[step.kernel], args: step.args } : undefined,
  );
  return (at, part, parts) => {
    const { kernel, args } = bound[at]!;
    exports.setThread(part, parts, scratch);
    kernel(...args);
  };
}
