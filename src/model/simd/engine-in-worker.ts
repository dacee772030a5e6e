// The SIMD engine in compute threads of its own, so that the caller's thread never blocks. With shared memory the caller
// copies gradients from it. Shared memory goes no further, because data channels refuse it.
import { say, type Saying } from '../../base/sayings';
import { realClock, type Clock } from '../../base/clock';
import { mapInPieces } from '../../base/in-pieces';
import type { SimdPath } from '../../simd/kernel-module';
import { assertBase, assertGradient, assertParameters, oneAtATime } from '../cpu/plan-engine';
import { EngineError, type Engine, type LossSums, type MicroBatch } from '../engine';
import { assertMicroBatch } from '../plan/host-tensors';
import { compile, type Plan } from '../plan/plan';
import { planFacts } from '../plan/plan-facts';
import type { ModelSpec } from '../spec';
import { ComputeThreads, type SpawnThread } from './compute-threads';
import { newMemory } from './new-memory';
import { programOf } from './program';
import { runTrial } from './run-trial';
import { memoryOf } from './simd-engine';
import { SimdModel } from './simd-model';
import { abortedAt, newControl } from './team';
import { TeamChange, type TeamJobs, type TeamSize } from './team-change';
import type { ThreadChoice } from './thread-count';
import type { LeaderJob } from './thread-messages';

export interface WorkerEngineOptions {
  readonly threads: number;
  /** The reason for their number: the engine's note. */
  readonly why?: Saying;
  /** The number of threads that it should have now, and why: it is asked before each gradient, and followed where
   *  memory is shared. Undefined: always `threads`. */
  readonly share?: (() => ThreadChoice) | undefined;
  /** The most that `share` ever says. */
  readonly mostThreads?: number;
  readonly path: SimdPath;
  readonly checkpoints: boolean;
  readonly spawn: SpawnThread;
  readonly clock?: Clock;
  /** Whether memory is shared; by default where threads can share it. */
  readonly sharesMemory?: boolean;
}

/** Threads can share memory: in Node always, in a page only when it is cross-origin isolated. */
export function canShareMemory(): boolean {
  if (typeof SharedArrayBuffer === 'undefined') return false;
  return typeof crossOriginIsolated === 'undefined' || crossOriginIsolated;
}

/** With one thread where memory cannot be shared, and where a helper does not start. Rejects with EngineError. */
export async function createSimdEngineInWorker(
  spec: ModelSpec,
  microBatch: number,
  options: WorkerEngineOptions,
): Promise<Engine> {
  const plan = compile(spec, microBatch, { checkpoints: options.checkpoints });
  const threads = (options.sharesMemory ?? canShareMemory()) ? options.threads : 1;
  const size = { threads, why: options.why };
  if (threads === 1) return startEngine(spec, plan, size, options);
  try {
    return await startEngine(spec, plan, size, options);
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'device-lost') throw error;
    const alone = { threads: 1, why: say('one-thread-alone-starts') };
    return startEngine(spec, plan, alone, { ...options, share: undefined });
  }
}

async function startEngine(
  spec: ModelSpec,
  plan: Plan,
  first: TeamSize,
  options: WorkerEngineOptions,
): Promise<Engine> {
  const { path, checkpoints, spawn, clock = realClock, sharesMemory = canShareMemory() } = options;
  const { microBatch } = plan;
  const program = programOf(plan, Math.max(first.threads, options.mostThreads ?? 1));
  const { layout, steps } = program;
  const memory = sharesMemory ? newMemory(layout.bytes, true) : undefined;
  const teamOver = (shared: WebAssembly.Memory, threads: number): TeamJobs => {
    const common = { memory: shared, control: newControl(), path, threads };
    const [leader, ...others] = layout.threadScratch
      .slice(0, threads)
      .map((scratch) => ({ ...common, scratch }));
    return { leader, helpers: others.map((share) => ({ kind: 'help', share: { ...share, steps } })) };
  };
  const jobs = memory && teamOver(memory, first.threads);
  const leader: LeaderJob = { kind: 'lead', spec, microBatch, checkpoints, path, share: jobs?.leader };
  const team = await ComputeThreads.start([leader, ...(jobs?.helpers ?? [])], spawn, clock);
  const change =
    memory && new TeamChange(team, first, jobs!, (threads) => teamOver(memory, threads), options.share);
  /** The caller's end of shared memory: parameters go in between calls, gradients come out once they are announced. */
  const view = memory && new SimdModel(plan, program, memory, () => undefined);
  const inTurn = oneAtATime();
  let isBusy = false;
  /** Parameters that arrived during a call. */
  let waiting: Float32Array | undefined;
  const exclusive = <T>(call: () => Promise<T>): Promise<T> =>
    inTurn(async () => {
      if (waiting) view!.setParameters(waiting);
      waiting = undefined;
      isBusy = true;
      try {
        return await call();
      } finally {
        isBusy = false;
      }
    });

  const gradient: Engine['gradient'] = async (microBatches, buckets, into, onBucket, { overlap, signal }) => {
    assertGradient(plan, microBatches, buckets, into);
    const check = (): void => {
      if (signal?.aborted) throw new EngineError('aborted', 'the gradient was aborted');
    };
    check();
    change?.adapt();
    const call = team.nextCall;
    const control = change?.control;
    const abort = (): void => {
      if (control) Atomics.store(control, abortedAt, call);
      else team.tell({ kind: 'abort', call });
    };
    signal?.addEventListener('abort', abort);
    try {
      const copies = microBatches.map(copyOf);
      const sums = await team.call(
        { kind: 'gradient', microBatches: copies, buckets, overlap },
        copies.flatMap(buffersOf),
        {
          onBucket({ index, start, end }, values) {
            if (signal?.aborted) return;
            if (values) into.set(values, start);
            else view!.copyGradient(start, end, into);
            onBucket(index);
          },
        },
      );
      check();
      return sums as LossSums;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  };

  return {
    backend: 'simd',
    get device() {
      const { threads } = change?.now ?? first;
      return `CPU (SIMD, ${threads === 1 ? '1 thread' : `${threads} threads`})`;
    },
    get note() {
      return (change?.now ?? first).why;
    },
    memory: memoryOf(plan, program),
    isSoftware: true,
    precision: 'f32',
    ...planFacts(plan),
    lost: team.lost,
    setParameters(flat) {
      assertParameters(plan, flat);
      if (view && !isBusy) {
        waiting = undefined;
        return view.setParameters(flat);
      }
      const copy = flat.slice();
      if (view) waiting = copy;
      else team.tell({ kind: 'set-parameters', flat: copy }, [copy.buffer as ArrayBuffer]);
    },
    setBase(halves) {
      assertBase(plan, halves);
      if (view) return view.setBase(halves);
      const copy = halves.slice();
      team.tell({ kind: 'set-base', halves: copy }, [copy.buffer as ArrayBuffer]);
    },
    gradient: (...args) => exclusive(() => gradient(...args)),
    evaluate: (microBatches) =>
      exclusive(async () => {
        for (const batch of microBatches) assertMicroBatch(plan, batch);
        const copies = microBatches.map(copyOf);
        const request = { kind: 'evaluate', microBatches: copies } as const;
        return (await team.call(request, copies.flatMap(buffersOf))) as LossSums;
      }),
    predict: (batch) =>
      exclusive(async () => {
        assertMicroBatch(plan, batch);
        const copy = copyOf(batch);
        return (await team.call({ kind: 'predict', microBatch: copy }, buffersOf(copy))) as Float32Array;
      }),
    readParameters: () =>
      exclusive(async () => (await team.call({ kind: 'read-parameters' }, [])) as Float32Array),
    // The calls have reduced shapes: some milliseconds on the caller's thread, which does other work between them.
    runCalls: (trials) => exclusive(() => mapInPieces(trials, (trial) => runTrial(trial, path))),
    destroy: () => team.terminate(),
  };
}

/** The caller keeps its arrays, and a view of a large array must not drag all of it along. */
function copyOf({ inputs, labels, weights, keys }: MicroBatch): MicroBatch {
  const copy = { inputs: inputs.slice(), labels: labels.slice(), weights: weights.slice() };
  return keys ? { ...copy, keys: keys.slice() } : copy;
}

function buffersOf({ inputs, labels, weights, keys }: MicroBatch): Transferable[] {
  return [inputs, labels, weights, ...(keys ? [keys] : [])].map(({ buffer }) => buffer as ArrayBuffer);
}
