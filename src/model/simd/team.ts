// The threads that run a program together. The leader gives out ranges of steps. Every thread computes its share of each
// step, and waits for the others before the next one.
import { Barrier, barrierCells } from '../../simd/barrier';
import { instantiateKernels, kernelModule, type SimdPath } from '../../simd/kernel-module';
import { assert } from '../../base/assert';
import { EngineError } from '../engine';
import type { Step } from './program';
import type { RunSteps } from './simd-model';

/** What a thread needs to compute its share. It can be sent to a Worker. */
export interface TeamShare {
  readonly path: SimdPath;
  /** Shared. */
  readonly memory: WebAssembly.Memory;
  readonly control: Int32Array;
  readonly steps: readonly Step[];
  /** Address of this thread's own scratch. */
  readonly scratch: number;
  readonly index: number;
  readonly threads: number;
}

const fromAt = barrierCells;
const toAt = barrierCells + 1;
/** The gradient call that is no longer wanted. */
export const abortedAt = barrierCells + 16;

/** The longest step of the largest model takes about a second on one slow core. */
const stepDeadlineMs = 30_000;
/** A helper that nobody needs looks up this often. Its owner ends it by terminating its Worker. */
const idleMs = 2 ** 31;

export function newControl(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * (abortedAt + 16)));
}

/** Runs steps by the whole team. Reference steps run on the leader's thread. Throws EngineError 'device-lost' when a
 *  helper fails; the team is then unusable. */
export function leadTeam(share: TeamShare, runReference: (call: number) => void): RunSteps {
  const { control, steps, threads } = share;
  const compute = kernelsOf(share);
  const barrier = new Barrier(control, threads);
  if (threads === 1)
    return (from, to) => {
      for (let at = from; at < to; at++) runStep(at);
    };

  function runStep(at: number): void {
    const step = steps[at];
    if ('reference' in step) runReference(step.reference);
    else compute(at);
  }

  return (from, to) => {
    if (from === to) return;
    control[fromAt] = from;
    control[toAt] = to;
    try {
      barrier.wait(stepDeadlineMs);
      for (let at = from; at < to; at++) {
        runStep(at);
        barrier.wait(stepDeadlineMs);
      }
    } catch (error) {
      barrier.break();
      throw new EngineError('device-lost', `the engine’s threads stopped: ${(error as Error).message}`);
    }
  };
}

/** Prepares a helper's thread. The function that it returns computes shares until the barrier breaks, and then throws. */
export function helpTeam(share: TeamShare): () => never {
  const { control, steps, threads } = share;
  const compute = kernelsOf(share);
  const barrier = new Barrier(control, threads);
  return () => {
    try {
      for (;;) {
        barrier.wait(idleMs);
        const [from, to] = [control[fromAt], control[toAt]];
        for (let at = from; at < to; at++) {
          if ('kernel' in steps[at]) compute(at);
          barrier.wait(idleMs);
        }
      }
    } finally {
      barrier.break();
    }
  };
}

/** Computes this thread's share of a step that has a kernel. */
function kernelsOf({ path, memory, steps, scratch, index, threads }: TeamShare): (at: number) => void {
  const module = kernelModule(path, true);
  assert(module, `this browser has the instructions of the path '${path}'`);
  const exports = instantiateKernels(module, memory);
  exports.setThread(index, threads, scratch);
  const bound = steps.map((step) =>
    'kernel' in step ? { kernel: exports[step.kernel], args: step.args } : undefined,
  );
  return (at) => {
    const { kernel, args } = bound[at]!;
    kernel(...args);
  };
}
