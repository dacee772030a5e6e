// The SIMD engine as a contender. Training steps run on one thread, or in compute threads as in a replica. Single calls
// run on this thread.
import { assert } from '../../../src/base/assert';
import { newMemory } from '../../../src/model/simd/new-memory';
import { createSimdEngine } from '../../../src/model/simd/simd-engine';
import { createSimdEngineInWorker } from '../../../src/model/simd/engine-in-worker';
import { spawnHere } from '../../../src/model/simd/spawn-worker';
import { scratchTensor } from '../../../src/ops/lowering';
import { choosePath } from '../../../src/simd/choose-path';
import { instantiateKernels, kernelModule } from '../../../src/simd/kernel-module';
import type { Resource } from '../../../src/lab/bench-report';
import type { Contender, OurCalls, OurTraining, RunningSystem } from './contender';
import { ourTraining } from './ours-training';
import { requireThreads } from './threads';

export function startOursSimd(resource: Exclude<Resource, 'webgpu'>): RunningSystem {
  const threads = resource === 'threads' ? navigator.hardwareConcurrency : 1;
  return {
    about: `${requireThreads(resource)}, path '${choosePath()}'`,
    async contender(of) {
      const work = await of.contenders.ours();
      if (work.kind === 'training') return simdTraining(work, threads);
      if (threads > 1) throw new Error('a single call is timed on one thread only');
      return simdCalls(work);
    },
  };
}

async function simdTraining({ task, spec }: OurTraining, threads: number): Promise<Contender> {
  const options = { path: choosePath(), checkpoints: false };
  assert(spawnHere, 'a page can start Workers');
  const engine =
    threads === 1
      ? createSimdEngine(spec, task.batch, options)
      : await createSimdEngineInWorker(spec, task.batch, { ...options, threads, spawn: spawnHere });
  assert(threads === 1 || engine.device.includes(`${threads} threads`), `the engine has ${threads} threads`);
  return ourTraining(task, engine, () => Promise.resolve());
}

const lineBytes = 64;

function simdCalls({ calls, tensors, results }: OurCalls): Contender {
  const lowered = calls.map((call) => {
    const kernels = call.lowerToSimd?.();
    assert(kernels, `${call.op} has SIMD kernels`);
    return kernels;
  });
  let end = lineBytes; // address 0 means: no tensor
  const reserve = (bytes: number): number => {
    const at = end;
    end += Math.ceil(bytes / lineBytes) * lineBytes;
    return at;
  };
  const lengthOf = (tensor: OurCalls['tensors'][string]): number =>
    typeof tensor === 'number' ? tensor : tensor.length;
  const places = new Map(
    Object.entries(tensors).map(([name, tensor]) => [name, reserve(4 * lengthOf(tensor))]),
  );
  places.set(scratchTensor, reserve(Math.max(...lowered.map(({ scratchBytes }) => scratchBytes))));
  const ownScratch = reserve(Math.max(...lowered.map(({ threadScratchBytes }) => threadScratchBytes)));
  const memory = newMemory(end, false);
  const kernels = instantiateKernels(kernelModule(choosePath(), false)!, memory);
  kernels.setThread(0, 1, ownScratch);
  for (const [name, tensor] of Object.entries(tensors))
    if (typeof tensor !== 'number') {
      const View = tensor instanceof Uint32Array ? Uint32Array : Float32Array;
      new View(memory.buffer, places.get(name)!, tensor.length).set(tensor);
    }
  const steps = lowered.flatMap((each) =>
    each.calls.map(({ kernel, args }) => ({
      kernel: kernels[kernel],
      args: args.map((arg) => (typeof arg === 'number' ? arg : places.get(arg)!)),
    })),
  );
  const run = (): Promise<void> => {
    for (const { kernel, args } of steps) kernel(...args);
    return Promise.resolve();
  };
  return {
    async check() {
      await run();
      return results.map(({ tensor, length }) =>
        new Float32Array(memory.buffer, places.get(tensor)!, length).slice(),
      );
    },
    run,
    dispose() {},
  };
}
