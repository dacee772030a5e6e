// The engine of a replica without a GPU: SIMD in compute threads of its own, or in this thread where no thread starts.
import { choosePath } from '../../simd/choose-path';
import { kernelModule } from '../../simd/kernel-module';
import { EngineError, type Engine } from '../engine';
import { compile, flopsOf } from '../plan/plan';
import type { ModelSpec } from '../spec';
import type { SpawnThread } from './compute-threads';
import { canShareMemory, createSimdEngineInWorker } from './engine-in-worker';
import { programOf } from './program';
import { createSimdEngine } from './simd-engine';
import { chooseThreads, type ThreadChoice } from './thread-count';

export interface ProcessorOptions {
  readonly checkpoints: boolean;
  /** The replicas of this page; they share its cores. */
  readonly replicas: number;
  /** The replicas of all pages, at the time of the call: the engine follows it. By default those of this page. */
  readonly replicasOnDevice?: (() => number) | undefined;
  /** The threads; as many as this device's cores allow when absent. */
  readonly threads?: number;
  /** undefined: the engine computes in this thread. */
  readonly spawn: SpawnThread | undefined;
  /** It computes a small model in this thread in any case. */
  readonly keepsSmallModels?: boolean;
}

/** The most operations of a micro-batch that count as small: some 30 µs. */
const smallFlops = 1e6;

/** Whether this browser or Node has WebAssembly with SIMD. */
export const hasSimd = (): boolean => kernelModule('simd', false) !== undefined;

/** Rejects with EngineError. */
export async function createProcessorEngine(
  spec: ModelSpec,
  microBatch: number,
  options: ProcessorOptions,
): Promise<Engine> {
  const { checkpoints, threads, spawn, keepsSmallModels = false } = options;
  // To measure which path is faster takes longer than such a model gains by it.
  if (keepsSmallModels && flopsOf(compile(spec, microBatch, { checkpoints })) <= smallFlops)
    return createSimdEngine(spec, microBatch, { checkpoints });
  const path = choosePath();
  if (!spawn) return createSimdEngine(spec, microBatch, { path, checkpoints });
  const common = { path, checkpoints, spawn };
  try {
    if (threads !== undefined)
      return await createSimdEngineInWorker(spec, microBatch, { ...common, threads });
    const share = shareOf(spec, microBatch, options);
    const { threads: mostThreads } = shareOf(spec, microBatch, { ...options, replicasOnDevice: undefined })();
    return await createSimdEngineInWorker(spec, microBatch, { ...common, ...share(), share, mostThreads });
  } catch (error) {
    // No thread starts here. Other codes are about the model, and hold for this thread too.
    if (!(error instanceof EngineError) || error.code !== 'device-lost') throw error;
    return createSimdEngine(spec, microBatch, { path, checkpoints });
  }
}

/** The number of threads in which a replica on this device computes the model, at the time of the call. Throws EngineError. */
export function shareOf(
  spec: ModelSpec,
  microBatch: number,
  { checkpoints, replicas, replicasOnDevice }: Omit<ProcessorOptions, 'threads' | 'spawn'>,
): () => ThreadChoice {
  const plan = compile(spec, microBatch, { checkpoints });
  const flops = flopsOf(plan);
  const { steps } = programOf(plan, 1);
  return () =>
    chooseThreads({
      cores: navigator.hardwareConcurrency,
      replicas,
      replicasOnDevice: replicasOnDevice?.(),
      canShareMemory: canShareMemory(),
      flopsPerStep: flops / steps.length,
    });
}
