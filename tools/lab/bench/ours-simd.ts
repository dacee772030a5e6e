// The SIMD engine as a contender, on one thread or in as many compute threads as a replica would take. On one thread,
// single calls run on the page's own.
import { assert } from '../../../src/base/assert';
import { canShareMemory, createSimdEngineInWorker } from '../../../src/model/simd/engine-in-worker';
import { shareOf } from '../../../src/model/simd/processor-engine';
import { createSimdEngine } from '../../../src/model/simd/simd-engine';
import { spawnHere } from '../../../src/model/simd/spawn-worker';
import { mostThreadsHere } from '../../../src/model/simd/thread-count';
import { choosePath } from '../../../src/simd/choose-path';
import { instantiateKernels, kernelModule } from '../../../src/simd/kernel-module';
import type { Resource } from '../reports/bench-report';
import { afterTrial } from './after-trial';
import type { Contender, OurCalls, OurTraining, RunningSystem } from './contender';
import { ourTraining } from './ours-training';
import { placeCalls } from './simd-calls';
import { simdTeam } from './simd-team';
import { requireThreads } from './threads';

export function startOursSimd(resource: Exclude<Resource, 'webgpu'>): RunningSystem {
  requireThreads(resource);
  return resource === 'threads' ? inThreads() : onOneThread();
}

export function onOneThread(): RunningSystem {
  return {
    about: `one thread, path '${choosePath()}'`,
    async contender(of) {
      const work = await of.contenders.ours();
      if (work.kind === 'calls') return callsHere(work);
      const { task, spec } = work;
      const engine = createSimdEngine(spec, task.batch, { path: choosePath(), checkpoints: false });
      return ourTraining(task, engine, () => Promise.resolve());
    },
  };
}

function inThreads(): RunningSystem {
  // Single calls are timed as those of a large model's step.
  const most = mostThreadsHere(canShareMemory());
  return {
    about: `at most ${most} threads on ${navigator.hardwareConcurrency} cores, path '${choosePath()}'`,
    async contender(of) {
      const work = await of.contenders.ours();
      return work.kind === 'calls' ? simdTeam(work, most) : trainingInThreads(work);
    },
  };
}

async function trainingInThreads({ task, spec }: OurTraining): Promise<Contender> {
  assert(spawnHere, 'a page can start Workers');
  const checkpoints = false;
  const { threads } = shareOf(spec, task.batch, { checkpoints, replicas: 1 })();
  const options = { path: choosePath(), checkpoints, threads, spawn: spawnHere };
  const engine = await createSimdEngineInWorker(spec, task.batch, options);
  assert(
    engine.device.includes(threads === 1 ? '1 thread' : `${threads} threads`),
    'its helpers have started',
  );
  return afterTrial(ourTraining(task, engine, () => Promise.resolve()));
}

function callsHere(work: OurCalls): Contender {
  const { memory, steps, scratch, read } = placeCalls(work, 1, false);
  const kernels = instantiateKernels(kernelModule(choosePath(), false)!, memory);
  kernels.setThread(0, 1, scratch[0]);
  const bound = steps.map(({ kernel, args }) => ({ kernel: kernels[kernel], args }));
  const run = (): Promise<void> => {
    for (const { kernel, args } of bound) kernel(...args);
    return Promise.resolve();
  };
  return {
    async check() {
      await run();
      return read();
    },
    run,
    dispose() {},
  };
}
